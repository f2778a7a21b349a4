/** What keeps the data in order over time: partitions of events, answers that are too old. */
@NullMarked
package eu.callorders.server.maintenance;

import org.jspecify.annotations.NullMarked;
