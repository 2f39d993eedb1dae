/** What runs user code: worker pools and job queues, their handlers, retries and dead letters. */
@NullMarked
package io.fanlog.topic.worker;

import org.jspecify.annotations.NullMarked;
