package eu.callorders.bench;

import eu.callorders.core.telephony.TenantBreakers;
import eu.callorders.server.dial.DueTenants;
import eu.callorders.server.dial.OrderQueue;
import java.time.Duration;
import java.util.UUID;

/** Due orders claimed and intents written per second, also with many others beside them. */
public final class ClaimBench {
  private static final int BATCH = 200;
  private static final UUID[] NONE = {};
  private static final String ANALYZE = "VACUUM ANALYZE call_order, call_attempt";
  private static final Duration CLAIMING = Duration.ofSeconds(8);
  private static final int BLOCKED = Scale.of(500_000);
  private static final int FUTURE = Scale.of(2_000_000);
  private static final int MORE_TENANTS = Scale.of(1_000);
  private static final int OF_MORE_TENANTS = 20 * MORE_TENANTS;
  private static final int INTENTS = Math.max(Scale.of(4_000), BATCH);

  private final SqlSession owner;
  private final DialComponents parts;
  private final BenchReport figures = new BenchReport("claim");
  private double claimsAlone;
  private double intentsAlone;

  private ClaimBench(SqlSession owner, DialComponents parts) {
    this.owner = owner;
    this.parts = parts;
  }

  public static void main(String[] arguments) throws Exception {
    DialComponents.measure((owner, parts) -> new ClaimBench(owner, parts).measure());
  }

  private void measure() throws Exception {
    owner.execute(DueOrderSeeder.free(3 * INTENTS + BATCH));
    measure("alone");
    owner.execute(DueOrderSeeder.blocked(BLOCKED));
    measure("behind a blocked tenant");
    owner.execute(DueOrderSeeder.future(FUTURE));
    measure("with future orders too");
    measureMoreTenants();
    figures.end();
  }

  private void measureMoreTenants() throws Exception {
    double before = claim(CLAIMING);
    DueOrderSeeder.createTenants(parts, "more", MORE_TENANTS);
    owner.execute(DueOrderSeeder.more(OF_MORE_TENANTS));
    owner.execute(ANALYZE);
    double claims = claim(CLAIMING);
    figures.ratio(
        "claims with %,d tenants more".formatted(MORE_TENANTS), claims, "/s", before, "before");
  }

  private void measure(String where) throws Exception {
    owner.execute(ANALYZE);
    Scale.warmUp(() -> claim(Duration.ofSeconds(1)));
    double claims = claim(CLAIMING);
    double intents = intents();
    if (claimsAlone == 0) {
      claimsAlone = claims;
      intentsAlone = intents;
    }
    figures.ratio("claims " + where, claims, "/s", claimsAlone, "alone");
    figures.ratio("intents " + where, intents, "/s", intentsAlone, "alone");
  }

  /** Claims and writes nothing, so that the same rows are due again; how many in a second. */
  private double claim(Duration time) {
    long start = System.nanoTime();
    long claimed = 0;
    while (System.nanoTime() < start + time.toNanos()) {
      claimed +=
          parts
              .database()
              .inWorker(
                  connection ->
                      OrderQueue.due(
                              connection,
                              BATCH,
                              Duration.ZERO,
                              DueTenants.WITHOUT_PREDIAL_CHECK,
                              TenantBreakers.Limits.NONE,
                              NONE)
                          .await()
                          .size());
    }
    return claimed * 1e9 / (System.nanoTime() - start);
  }

  private double intents() {
    long start = System.nanoTime();
    int written = 0;
    while (written < INTENTS) {
      int more = parts.dialer().runOnce().orders();
      if (more == 0) {
        throw new IllegalStateException("nothing is due any more");
      }
      written += more;
    }
    return written * 1e9 / (System.nanoTime() - start);
  }
}
