/** Bounded waits, timers, and the activity of loops. */
@NullMarked
package eu.callorders.server.concurrent;

import org.jspecify.annotations.NullMarked;
