/**
 * Topics as Micrometer knows them: meters of topics, subscriptions, pools and loops, and observations of publishing and
 * handling. Optional: nothing else needs this package or Micrometer.
 */
@NullMarked
package io.fanlog.topic.reactor.micrometer;

import org.jspecify.annotations.NullMarked;
