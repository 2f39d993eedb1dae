package io.fanlog.topic.internal.dispatch;

/**
 * Tells that something was opened and that it was closed, in this order and each once, though it may be closed by another
 * thread before the one that opened it has got to telling.
 *
 * <pre>
 *   NEW ── opened ──▶ TELLING ── told ──▶ OPEN ── closed: tell ──▶ CLOSED
 *    └──────────────────┴── closed: who opens tells both ─────────────▶┘
 * </pre>
 */
public final class Announcement {
    private enum State {
        NEW,
        TELLING,
        OPEN,
        CLOSED
    }

    private State state = State.NEW;

    /**
     * It is open. To be called once; without that nothing is ever told.
     *
     * @param opening tells so, without a lock
     * @param closing tells that it was closed, if that happened meanwhile
     */
    public void opened(Runnable opening, Runnable closing) {
        boolean tells = move(State.NEW, State.TELLING);
        opening.run();
        if (!tells || !move(State.TELLING, State.OPEN)) {
            closing.run();
        }
    }

    /**
     * It is closed. Has no effect the second time.
     *
     * @param closing tells so, without a lock, unless the opening has yet to be told
     */
    public void closed(Runnable closing) {
        boolean tells;
        synchronized (this) {
            tells = state == State.OPEN;
            state = State.CLOSED;
        }
        if (tells) {
            closing.run();
        }
    }

    private synchronized boolean move(State from, State to) {
        if (state != from) {
            return false;
        }
        state = to;
        return true;
    }
}
