package eu.callorders.server.dial;

import static eu.callorders.server.dial.PromiseFixture.promise;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldStatus;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.OutcomeSettings;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Promises about two invoices of one case: the case names the hold of both calls. */
@Tag("long")
class SharedPromiseHoldTest {
  @AutoClose private final PromiseFixture calls = new PromiseFixture();
  private final TestTenant tenant = calls.tenant;

  /** The report of the first call comes after the second call, which its hold would bar. */
  @BeforeEach
  void promisePaymentOfBothInvoices() {
    calls.set(new OutcomeSettings(OutcomeRules.RECOMMENDED, true, 3, null));
    PlacedOrder first = calls.answered(invoice("17"));
    tenant.jump(Duration.ofHours(2));
    PlacedOrder second = calls.answered(invoice("18"));
    LocalDate today = calls.today(TestTenants.BERLIN);
    calls.fixture.receive(calls.gateway.report(first.attempt(), promise(today.plusDays(20))));
    calls.fixture.receive(calls.gateway.report(second.attempt(), promise(today.plusDays(10))));
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

  @Test
  void holdLastsUntilTheLaterPromiseIsBroken() {
    assertThat(calls.holds())
        .extracting(Hold::until)
        .containsExactly(calls.promises().getFirst().terms().graceEndsAt());
  }

  @ParameterizedTest
  @CsvSource({"17, 18", "18, 17"})
  void lastPaymentReleasesTheHold(String paidFirst, String paidLast) {
    pay(paidFirst);

    assertThat(calls.statuses()).containsExactlyInAnyOrder("kept", "open");
    assertThat(calls.holds()).extracting(Hold::status).containsExactly(HoldStatus.ACTIVE);

    pay(paidLast);

    assertThat(calls.statuses()).containsExactly("kept", "kept");
    assertThat(calls.holds()).extracting(Hold::status).containsExactly(HoldStatus.RELEASED);
  }

  @Test
  void paymentOfTheCaseReleasesTheHold() {
    calls.signal("payment.received", "erika", PromiseFixture.claim("A"));

    assertThat(calls.statuses()).containsExactly("kept", "kept");
    assertThat(calls.holds()).extracting(Hold::status).containsExactly(HoldStatus.RELEASED);
  }

  private void pay(String invoice) {
    calls.signal("payment.received", "erika", Json.object().put("invoice_number", invoice));
  }
}
