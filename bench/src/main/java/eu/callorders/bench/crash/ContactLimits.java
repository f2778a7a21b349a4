package eu.callorders.bench.crash;

import eu.callorders.bench.PlacedCall;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Two persons, called after the backup, may not be called again on the day of the lost call. */
record ContactLimits(CampaignTenant tenancy, Instant first) {
  /** Answers each time. */
  private static final String LIMITED = "+447700900700";

  /** Does not answer the first call. */
  private static final String UNREACHED = "+447700900730";

  private static final Duration SETTLE = Duration.ofMinutes(5);

  /** Accepts an order of each person, to be dialed in two hours of the tenant's clock. */
  static ContactLimits provision(Deployment deployment) throws InterruptedException {
    CampaignTenant tenancy = new CampaignTenant(deployment, 1);
    Instant first = tenancy.now().plus(Duration.ofHours(2));
    ContactLimits limits = new ContactLimits(tenancy, first);
    limits.order("limited-1", LIMITED, 1);
    limits.order("unreached-1", UNREACHED, 20);
    return limits;
  }

  private void order(String key, String phone, int gapHours) throws InterruptedException {
    String scheduling =
        "\"retry\": {\"min_gap_hours\": %d}, \"window\": {\"not_before\": \"%s\"}"
            .formatted(gapHours, first);
    OrderMix.Keyed order =
        OrderMix.order(key, "LIMITS-" + phone.substring(1), phone, 2, scheduling);
    tenancy.insist("POST", "/v1/call-orders", order.body(), key).require("an order");
  }

  void call() throws Exception {
    tenancy.advanceFully("{\"by\": \"PT3H\"}");
  }

  /**
   * Checks the day of the lost calls by the call log, then that the orders are carried out.
   *
   * @param outcomes whether the second person does not answer at first
   */
  void checkAfterRestore(Path log, boolean outcomes, Violations violations) throws Exception {
    order("limited-2", LIMITED, 1);
    tenancy.advanceFully("{\"by\": \"PT6H\"}");
    check(log, List.of(LIMITED, UNREACHED), 1, "on the day of the lost call", violations);
    violations.unless(
        new Inventory(tenancy).settle(SETTLE),
        "the orders did not end within %s".formatted(SETTLE));
    check(log, outcomes ? List.of(LIMITED, UNREACHED) : List.of(LIMITED), 2, "in all", violations);
  }

  private static void check(
      Path log, List<String> phones, int expected, String when, Violations violations)
      throws IOException {
    for (String phone : phones) {
      long calls = PlacedCall.placed(PlacedCall.read(log), phone);
      violations.unless(
          calls == expected,
          "%s was called %d times %s, not %d times".formatted(phone, calls, when, expected));
    }
  }
}
