/** What keeps the data in order over time: partitions, retention, erasure. */
@NullMarked
package eu.callorders.server.upkeep;

import org.jspecify.annotations.NullMarked;
