package eu.callorders.server.dial;

import static eu.callorders.server.dial.PromiseFixture.claim;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.OutcomeSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Payments and withdrawn claims that release holds of calls. */
class ReleasedHoldsTest {
  @AutoClose private final PromiseFixture calls = new PromiseFixture();
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;
  private final String phone = MagicLine.BUSY.number(5);

  @BeforeEach
  void letSignalsReleaseHolds() {
    calls.set(new OutcomeSettings(OutcomeRules.RECOMMENDED, true, 3, null));
  }

  @Test
  void paymentReleasesPromisedAndClaimedPaymentsOfTheClaim() {
    PlacedOrder paid = calls.answered(draft());
    tenant.jump(Duration.ofHours(4));
    PlacedOrder disputed = calls.answered(draft());
    tenant.jump(Duration.ofHours(4));
    PlacedOrder other =
        calls.answered(tenant.anOrder().forSubject("erika").aboutClaim("B").to(MagicLine.BUSY));
    fixture.receive(
        calls.gateway.report(paid.attempt(), Map.of("summary_code", "payment_claimed")),
        calls.gateway.report(disputed.attempt(), Map.of("summary_code", "disputed")),
        calls.gateway.report(other.attempt(), Map.of("summary_code", "payment_claimed")));

    calls.signal("payment.received", "erika", claim("A"));

    assertThat(calls.holds())
        .extracting(hold -> hold.reason() + " " + hold.status().wire())
        .containsExactlyInAnyOrder(
            "payment_claimed active", "disputed active", "payment_claimed released");
    assertThat(calls.events("hold.released")).hasSize(1);
    calls.signal("payment.received", "erika", null);
    assertThat(calls.events("hold.released")).hasSize(1);
  }

  @Test
  void paymentOfAnInvoiceReleasesTheHoldOfItsCase() {
    calls.reported(draft().aboutInvoice("17"), Map.of("summary_code", "payment_claimed"));

    calls.signal("payment.received", "erika", Json.object().put("invoice_number", "17"));

    assertThat(calls.holds()).extracting(hold -> hold.status().wire()).containsExactly("released");
  }

  @Test
  void paymentOfAnInvoiceLeavesTheHoldOfAnotherOneOfItsCase() {
    calls.reported(draft().aboutInvoice("17"), Map.of("summary_code", "refused"));
    tenant.jump(Duration.ofHours(4));
    calls.reported(draft().aboutInvoice("18"), Map.of("summary_code", "payment_claimed"));

    calls.signal("payment.received", "erika", Json.object().put("invoice_number", "17"));

    assertThat(calls.holds()).extracting(hold -> hold.status().wire()).containsExactly("active");
  }

  @Test
  void paymentWithoutAClaimReleasesHoldsWithoutOne() {
    calls.reported(
        tenant.anOrder().forSubject("erika").toPhone(phone),
        Map.of("summary_code", "payment_claimed"));

    calls.signal("payment.received", "erika", claim("A"));
    assertThat(calls.holds()).extracting(hold -> hold.status().wire()).containsExactly("active");
    calls.signal("claim.withdrawn", "erika", null);
    assertThat(calls.holds()).extracting(hold -> hold.status().wire()).containsExactly("released");
  }

  @Test
  void signalReleasesNothingWithoutTheSetting() {
    calls.set(new OutcomeSettings(OutcomeRules.RECOMMENDED, false, 3, null));
    calls.reported(draft(), Map.of("summary_code", "payment_claimed"));

    calls.signal("payment.received", "erika", claim("A"));

    assertThat(calls.holds()).extracting(hold -> hold.status().wire()).containsExactly("active");
  }

  private OrderDraft draft() {
    return tenant.anOrder().forSubject("erika").aboutClaim("A").toPhone(phone);
  }
}
