package io.fanlog.topic.reactor;

import io.fanlog.topic.worker.JobGroup;
import io.fanlog.topic.worker.JobHandle;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.FluxSink;

/** Hands the results of a group to one subscriber. By one thread at a time: the group sees to it. */
final class GroupResults<R> {
    private final JobGroup<? extends R> group;
    private final FluxSink<R> sink;
    private final int expected;
    private int seen;

    GroupResults(JobGroup<? extends R> group, FluxSink<R> sink) {
        this.group = group;
        this.sink = sink;
        this.expected = group.accepted();
    }

    void begin() {
        if (expected == 0) {
            sink.complete();
        } else {
            group.forEachEnded(this::ended);
        }
    }

    private void ended(JobHandle<? extends R> job) {
        @Nullable
        R result =
                job.result().<@Nullable R>handle((value, error) -> value).join(); // it has ended, so this does not wait
        if (result != null) {
            sink.next(result);
        }
        if (++seen == expected) {
            group.firstError().ifPresentOrElse(sink::error, sink::complete);
        }
    }
}
