package eu.callorders.server.app;

import eu.callorders.db.DataDirectoryLock;
import eu.callorders.server.database.DatabaseHealthMonitor;
import eu.callorders.server.database.PrimaryServer;
import eu.callorders.server.http.ConnectionLimits;
import java.time.Duration;

/**
 * Timeouts of a node.
 *
 * @param database until PostgreSQL counts as unavailable
 * @param requestWait for a pooled connection, for a lock, and for the storage of gateway events:
 *     clients get a reply within two seconds
 * @param http connection limits
 * @param dataDirectory wait of the start for its lock
 * @param start wait of the start for a database that does not respond
 */
record NodeBounds(
    DatabaseHealthMonitor.Timeouts database,
    Duration requestWait,
    ConnectionLimits http,
    Duration dataDirectory,
    Duration start) {
  static final NodeBounds DEFAULT =
      new NodeBounds(
          DatabaseHealthMonitor.Timeouts.DEFAULT,
          PrimaryServer.LOCK_WAIT,
          ConnectionLimits.DEFAULT,
          DataDirectoryLock.TIMEOUT,
          StartupRetry.LIMIT);
}
