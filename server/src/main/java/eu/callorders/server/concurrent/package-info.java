/** Waits, timers and the record of what each loop is doing. */
@NullMarked
package eu.callorders.server.concurrent;

import org.jspecify.annotations.NullMarked;
