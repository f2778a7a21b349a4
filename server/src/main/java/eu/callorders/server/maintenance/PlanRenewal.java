package eu.callorders.server.maintenance;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Renews the query plans when a table has doubled or halved. On small tables all indexes cost about
 * the same, and PostgreSQL keeps the plans made then.
 */
public final class PlanRenewal {
  /** The doublings of each table above eight pages, by its size on disk. */
  private static final String SIZES =
      """
      SELECT array_agg(floor(log(2, greatest(pg_relation_size(c.oid) / 8192, 8)))::integer
                       ORDER BY c.oid)
        FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      """;

  private final Database database;
  private final AtomicLong renewals = new AtomicLong();
  private List<Integer> lastSizes = List.of();

  public PlanRenewal(Database database) {
    this.database = database;
  }

  /** Checks once. Blocks a virtual thread. */
  public void runOnce() {
    RowSet<Row> rows = BoundedWait.await(database.workers().preparedQuery(SIZES).execute());
    List<Integer> sizes = List.of(rows.iterator().next().getArrayOfIntegers(0));
    if (!sizes.equals(lastSizes)) {
      lastSizes = sizes;
      database.renewPlans();
      renewals.incrementAndGet();
    }
  }

  public long renewals() {
    return renewals.get();
  }
}
