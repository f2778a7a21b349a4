package eu.callorders.server.country;

import eu.callorders.core.window.CountryTable;
import eu.callorders.core.window.Holidays;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The rules of countries that this node has read last. A read fetches newer rows only, so that each
 * transaction that plans or dials can afford it. While reads fail, the rules stay as they are.
 */
public final class CountryRules {
  /** Interval of reads, for decisions that do not read by themselves. */
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  private final AtomicReference<CountryRuleSnapshot> latest;

  /** Starts with the rules of the release. */
  public CountryRules(Holidays holidays) {
    StatutoryWindows release = new StatutoryWindows(CountryTable.builtIn(), holidays);
    this.latest = new AtomicReference<>(CountryRuleSnapshot.unread(release));
  }

  /** By the last read. */
  public StatutoryWindows windows() {
    return latest().windows();
  }

  /**
   * Reads the rows that are committed now. Under the shared lock of dialing the snapshot stays
   * valid until the transaction ends. Not for a transaction that has added rows.
   */
  public Future<CountryRuleSnapshot> load(SqlClient client) {
    CountryRuleSnapshot known = latest();
    return CountryRuleStore.newer(client, known.revision())
        .compose(
            newer -> {
              CountryRuleSnapshot read = known.with(newer);
              boolean published = latest.compareAndSet(known, read);
              return published && newer.size() < CountryRuleStore.PAGE
                  ? Future.succeededFuture(read)
                  : load(client);
            });
  }

  /** Reads once. Blocks a virtual thread. */
  public void runOnce(Database database) {
    BoundedWait.await(load(database.workers()));
  }

  /** Makes the next read fetch all rows: those of an older copy of the database may be fewer. */
  public void invalidate() {
    latest.set(CountryRuleSnapshot.unread(windows()));
  }

  private CountryRuleSnapshot latest() {
    return Objects.requireNonNull(latest.get());
  }
}
