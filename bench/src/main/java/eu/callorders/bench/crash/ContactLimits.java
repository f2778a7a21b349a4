package eu.callorders.bench.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * A tenant that permits one contact per person and day. Two persons are called after the backup:
 * one gets a second order after the restore, the other one's order waits for its second attempt.
 * Neither may be called again on the day of the lost call.
 */
final class ContactLimits {
  /** Answers each time. */
  private static final String LIMITED = "+447700900700";

  /** Does not answer the first call. */
  private static final String UNREACHED = "+447700900730";

  private static final Duration SETTLE = Duration.ofMinutes(5);

  private final Deployment deployment;
  private final CampaignTenant tenancy;
  private final Instant first;

  private ContactLimits(Deployment deployment, CampaignTenant tenancy) throws InterruptedException {
    this.deployment = deployment;
    this.tenancy = tenancy;
    this.first = tenancy.now().plus(Duration.ofHours(2));
  }

  /** Accepts an order of each person, to be dialed in two hours of the tenant's clock. */
  static ContactLimits provision(Deployment deployment) throws InterruptedException {
    ContactLimits limits = new ContactLimits(deployment, CampaignTenant.provision(deployment, 1));
    limits.order("limited-1", LIMITED, 1);
    limits.order("unreached-1", UNREACHED, 20);
    return limits;
  }

  private void order(String key, String phone, int gapHours) throws InterruptedException {
    String body =
        """
        {"order_type": "payment_reminder",
         "subject": {"reference": "LIMITS-%s", "name": {"family_name": "Mustermann"},
           "locale": "de-DE", "timezone": "Europe/Berlin"},
         "contacts": [{"channel": "phone", "value": "%s", "priority": 1}],
         "context": {"claim": {"outstanding": {"value": "249.90", "currency": "EUR"},
           "creditor_name": "Beispiel Versand GmbH", "basis": {"kind": "purchase_contract"}}},
         "scheduling": {"max_attempts": 2, "retry": {"min_gap_hours": %d},
           "window": {"not_before": "%s"}},
         "simulate": {"delays": {"ring_ms": 100, "talk_ms": 300, "report_ms": 50}}}
        """
            .formatted(phone.substring(1), phone, gapHours, first);
    Http.Answer answer = send(body, key);
    while (answer.passing()) {
      Thread.sleep(100);
      answer = send(body, key);
    }
    if (answer.status() != 202) {
      throw new IllegalStateException("an order was answered " + answer);
    }
  }

  private Http.Answer send(String body, String key) throws InterruptedException {
    return tenancy.send(deployment.publicUrl(), "POST", "/v1/call-orders", body, key);
  }

  /** Has both persons called. */
  void call() throws InterruptedException {
    tenancy.advanceFully("{\"by\": \"PT3H\"}");
  }

  /**
   * Checks the day of the lost calls, then that the orders are still carried out.
   *
   * @param log the gateway's call log
   */
  void checkAfterRestore(Path log, Violations violations) throws IOException, InterruptedException {
    order("limited-2", LIMITED, 1);
    tenancy.advanceFully("{\"by\": \"PT6H\"}");
    check(log, 1, "on the day of the lost call", violations);
    violations.unless(
        new Inventory(tenancy).settle(SETTLE), "the orders did not end within " + SETTLE);
    check(log, 2, "in all", violations);
  }

  private static void check(Path log, int expected, String when, Violations violations)
      throws IOException {
    for (String phone : new String[] {LIMITED, UNREACHED}) {
      long calls =
          PlacedCall.read(log).stream()
              .filter(call -> call.endedAt() == null && call.to().equals(phone))
              .count();
      violations.unless(
          calls == expected,
          "%s was called %d times %s, not %d times".formatted(phone, calls, when, expected));
    }
  }
}
