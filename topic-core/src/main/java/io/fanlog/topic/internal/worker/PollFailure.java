package io.fanlog.topic.internal.worker;

/** Stands in a batch for a job that could not be taken because the filter or copier threw; it fails when its turn comes. */
record PollFailure(Throwable cause) {}
