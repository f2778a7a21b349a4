package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldStatus;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.OutcomeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Claimed payments of two invoices of one case: the case names the hold of both calls. */
class SharedClaimHoldTest {
  private static final Map<String, Object> CLAIMED = Map.of("summary_code", "payment_claimed");

  @AutoClose private final PromiseFixture calls = new PromiseFixture();
  private final TestTenant tenant = calls.tenant;

  /** The report of the first call comes after the second call, which its hold would bar. */
  @BeforeEach
  void claimPaymentOfBothInvoices() {
    calls.set(new OutcomeSettings(OutcomeRules.RECOMMENDED, true, 3, null));
    PlacedOrder first = calls.answered(invoice("17"));
    tenant.jump(Duration.ofHours(2));
    PlacedOrder second = calls.answered(invoice("18"));
    calls.fixture.receive(calls.gateway.report(first.attempt(), CLAIMED));
    calls.fixture.receive(calls.gateway.report(second.attempt(), CLAIMED));
  }

  private OrderDraft invoice(String number) {
    return tenant
        .anOrder()
        .forSubject("erika")
        .aboutClaim("A")
        .aboutInvoice(number)
        .gapOfHours(1)
        .to(MagicLine.BUSY);
  }

  @ParameterizedTest
  @CsvSource({"17, 18", "18, 17"})
  void lastPaymentReleasesTheHold(String paidFirst, String paidLast) {
    pay(paidFirst);
    pay(paidFirst);
    assertThat(holds()).containsExactly(HoldStatus.ACTIVE);

    pay(paidLast);

    assertThat(holds()).containsExactly(HoldStatus.RELEASED);
  }

  @Test
  void paymentOfTheCaseReleasesTheHold() {
    calls.signal("payment.received", "erika", PromiseFixture.claim("A"));

    assertThat(holds()).containsExactly(HoldStatus.RELEASED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"payment.received", "claim.withdrawn"})
  void signalOfAnotherTypeOrClaimSettlesNothing(String last) {
    calls.signal("invoice.overdue", "erika", Json.object().put("invoice_number", "17"));
    pay("19");
    calls.signal(last, "erika", Json.object().put("invoice_number", "18"));

    assertThat(holds()).containsExactly(HoldStatus.ACTIVE);
  }

  private void pay(String invoice) {
    calls.signal("payment.received", "erika", Json.object().put("invoice_number", invoice));
  }

  private List<HoldStatus> holds() {
    return calls.holds().stream().map(Hold::status).toList();
  }
}
