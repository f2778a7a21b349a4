/** Hourly counts of what has happened, for the administration. */
@NullMarked
package eu.callorders.server.statistics;

import org.jspecify.annotations.NullMarked;
