/** Periodic maintenance: partitions, retention, heartbeats and query plans. */
@NullMarked
package eu.callorders.server.maintenance;

import org.jspecify.annotations.NullMarked;
