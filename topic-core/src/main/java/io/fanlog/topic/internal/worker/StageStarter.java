package io.fanlog.topic.internal.worker;

import io.fanlog.topic.spi.JobEnd;
import io.fanlog.topic.spi.JobStarter;
import io.fanlog.topic.worker.AsyncJobHandler;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Starts jobs by a handler that answers a {@link CompletionStage}. The loop. */
final class StageStarter implements JobStarter<Object> {
    private final AsyncJobHandler<Object> handler;

    StageStarter(AsyncJobHandler<Object> handler) {
        this.handler = handler;
    }

    @Override
    public void start(Object job, JobEnd end) throws Exception {
        CompletionStage<?> stage = Objects.requireNonNull(handler.handle(job), "the handler returned null");
        if (hasSucceeded(stage)) {
            end.succeed();
            return;
        }
        end.onCancel(() -> stage.toCompletableFuture().cancel(true));
        stage.whenComplete((result, error) -> {
            if (error == null) {
                end.succeed();
            } else {
                end.fail(causeOf(error));
            }
        });
    }

    /** Spares what the general way makes. Of this class only: minimal stages are futures, too, that refuse to tell. */
    private static boolean hasSucceeded(CompletionStage<?> stage) {
        return stage.getClass() == CompletableFuture.class
                && stage instanceof CompletableFuture<?> future
                && future.isDone()
                && !future.isCompletedExceptionally();
    }

    /** What a stage further up failed with comes wrapped. */
    private static Throwable causeOf(Throwable error) {
        Throwable cause = error.getCause();
        return error instanceof CompletionException && cause != null ? cause : error;
    }
}
