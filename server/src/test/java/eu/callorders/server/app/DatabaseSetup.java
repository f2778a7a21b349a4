package eu.callorders.server.app;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.http.ConnectionLimits;

/**
 * The database of a running service, and the timeouts of its node.
 *
 * @param service address for the service
 * @param owner address for the tests
 * @param database closed with the service
 */
record DatabaseSetup(
    DatabaseAddress service, DatabaseAddress owner, AutoCloseable database, NodeBounds bounds) {

  static DatabaseSetup test() {
    return of(TestDatabase.create());
  }

  static DatabaseSetup of(TestDatabase database) {
    return new DatabaseSetup(
        database.service(), database.owner(), database, RunningService.LONG_TIMEOUTS);
  }

  /** A database that stays open when the service is closed. */
  static DatabaseSetup keeping(TestDatabase database) {
    return new DatabaseSetup(
        database.service(), database.owner(), () -> {}, RunningService.LONG_TIMEOUTS);
  }

  DatabaseSetup with(ConnectionLimits limits) {
    NodeBounds changed =
        new NodeBounds(
            bounds.database(),
            bounds.requestWait(),
            limits,
            bounds.dataDirectory(),
            bounds.start());
    return new DatabaseSetup(service, owner, database, changed);
  }
}
