package eu.callorders.server.dial;

import eu.callorders.server.database.Locks;
import eu.callorders.server.suppression.Suppression;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.Tuple;
import java.util.Set;
import java.util.UUID;

/** Locks that a test holds on a connection of its own, until it lets them go. */
final class HeldLocks implements AutoCloseable {
  private static final String WAITERS =
      "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
          + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

  private final PgConnection connection;
  private final DialHouse house;

  private final Transaction transaction;

  private HeldLocks(DialHouse house, PgConnection connection, Transaction transaction) {
    this.house = house;
    this.connection = connection;
    this.transaction = transaction;
  }

  static HeldLocks of(DialHouse house, String... names) {
    Vertx vertx = house.vertx;
    PgConnection connection =
        PgConnection.connect(vertx, DialHouse.options(house.testDatabase.service())).await();
    Transaction transaction = connection.begin().await();
    Locks.take(connection, Set.of(names)).await();
    return new HeldLocks(house, connection, transaction);
  }

  static HeldLocks ofPerson(TestTenant tenant, String reference) {
    return of(tenant.house(), Locks.person(tenant.id(), reference));
  }

  static HeldLocks ofNumber(TestTenant tenant, String phone) {
    return of(tenant.house(), Locks.number(tenant.id(), phone));
  }

  /** Enters that person or number, in the transaction that holds the locks. */
  void suppress(TestTenant tenant, String phone, String reference) {
    connection
        .preparedQuery("SELECT set_config('app.tenant', $1, true)")
        .execute(Tuple.of(tenant.id().toString()))
        .await();
    house
        .suppressions
        .insert(
            connection,
            new Suppression(
                UUID.randomUUID(),
                tenant.id(),
                phone,
                reference,
                Suppression.Source.API,
                null,
                null,
                tenant.now()))
        .await();
  }

  /** Waits until somebody stands before a lock. */
  void awaitWaiter() {
    Await.until("somebody waits for a lock", () -> house.query(WAITERS).getFirst().getLong(0) > 0);
  }

  /** Commits and lets go. */
  @Override
  public void close() {
    transaction.commit().await();
    connection.close().await();
  }
}
