/** Background loops, their registry and watchdog. */
@NullMarked
package eu.callorders.server.worker;

import org.jspecify.annotations.NullMarked;
