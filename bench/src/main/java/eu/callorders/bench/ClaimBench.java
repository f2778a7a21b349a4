package eu.callorders.bench;

import eu.callorders.core.telephony.TenantBreakers;
import eu.callorders.db.DatabaseAddress;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.Dialer;
import eu.callorders.server.dial.OrderQueue;
import io.vertx.pgclient.PgConnectOptions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * How many due orders one dialer claims per second, and for how many it writes the intent to dial:
 * with nothing else there, with the due orders of a tenant at its limit ahead of them, and with
 * orders planned for later besides.
 */
public final class ClaimBench {
  private static final int BATCH = 200;
  private static final UUID[] NONE = {};
  private static final Duration CLAIMING = Duration.ofSeconds(8);

  private static final int BLOCKED = Scale.of(500_000);
  private static final int FUTURE = Scale.of(2_000_000);
  private static final int INTENTS = Math.max(Scale.of(4_000), BATCH);

  private final Database database;
  private final DatabaseAddress owner;
  private final Dialer dialer;
  private final BenchReport figures = new BenchReport("claim");
  private double claimsAlone;
  private double intentsAlone;

  private ClaimBench(Database database, DatabaseAddress owner, Dialer dialer) {
    this.database = database;
    this.owner = owner;
    this.dialer = dialer;
  }

  public static void main(String[] arguments) throws IOException, SQLException {
    DialComponents.measure(
        ClaimBench::options,
        (database, owner, parts) -> new ClaimBench(database, owner, parts.dialer()).measure());
  }

  private void measure() throws SQLException {
    execute(DueOrderSeeder.free(3 * INTENTS + BATCH));
    measure("alone");
    execute(DueOrderSeeder.blocked(BLOCKED));
    measure("behind a blocked tenant");
    execute(DueOrderSeeder.future(FUTURE));
    measure("with future orders too");
    figures.end();
  }

  private void measure(String where) throws SQLException {
    execute(List.of("VACUUM ANALYZE call_order", "VACUUM ANALYZE call_attempt"));
    WarmUp warmUp = WarmUp.start();
    do {
      claim(Duration.ofSeconds(1));
    } while (warmUp.isRunning());
    double claims = claim(CLAIMING);
    double intents = intents();
    if (claimsAlone == 0) {
      claimsAlone = claims;
      intentsAlone = intents;
    }
    figures.ratio("claims " + where, claims, "/s", claimsAlone, "alone");
    figures.ratio("intents " + where, intents, "/s", intentsAlone, "alone");
  }

  /** Claims and rolls back, so that the same rows are due again. */
  private double claim(Duration time) {
    OrderQueue claim = new OrderQueue();
    long start = System.nanoTime();
    long end = start + time.toNanos();
    long claimed = 0;
    while (System.nanoTime() < end) {
      claimed +=
          database.inWorker(
              connection ->
                  claim.due(connection, BATCH, TenantBreakers.Limits.NONE, NONE).await().size());
    }
    return perSecond(claimed, System.nanoTime() - start);
  }

  private double intents() {
    long start = System.nanoTime();
    int written = 0;
    while (written < INTENTS) {
      int more = dialer.runOnce();
      if (more == 0) {
        throw new IllegalStateException("nothing is due any more");
      }
      written += more;
    }
    return perSecond(written, System.nanoTime() - start);
  }

  private static double perSecond(long count, long nanos) {
    return count * 1e9 / nanos;
  }

  private void execute(List<String> statements) throws SQLException {
    try (Connection connection = owner.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET app.worker = on");
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private static PgConnectOptions options(DatabaseAddress address) {
    return new PgConnectOptions()
        .setHost(address.host())
        .setPort(address.port())
        .setDatabase(address.database())
        .setUser(address.user())
        .setPassword(address.password())
        .setCachePreparedStatements(true)
        .setProperties(Map.of("app.worker", "on"));
  }
}
