package io.fanlog.topic.spi;

/**
 * Tells which threads must not block. Found by {@link java.util.ServiceLoader}; a blocking call of the library refuses to
 * wait on such a thread. Our own event-loop threads are known without it.
 */
@FunctionalInterface
public interface BlockingCheck {
    /**
     * Whether the current thread must not block.
     *
     * @return true if a blocking call is to be refused
     */
    boolean isBlockingForbidden();
}
