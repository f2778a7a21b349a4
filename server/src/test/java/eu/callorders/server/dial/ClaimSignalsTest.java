package eu.callorders.server.dial;

import static eu.callorders.server.dial.PromiseFixture.claim;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.OutcomeSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payments and withdrawn claims that cancel orders. */
@Tag("long")
class ClaimSignalsTest {
  @AutoClose private final PromiseFixture calls = new PromiseFixture();
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;

  @BeforeEach
  void letSignalsEndOrders() {
    calls.set(new OutcomeSettings(OutcomeRules.NONE, true, 3, null));
  }

  @ParameterizedTest
  @CsvSource({"payment.received, payment_received", "claim.withdrawn, claim_withdrawn"})
  void signalCancelsOrdersOfItsClaim(String type, String reason) {
    PlacedOrder paid = order("erika", "A");
    PlacedOrder otherClaim = order("erika", "B");
    PlacedOrder otherPerson = order("max", "A");
    PlacedOrder withoutNumber = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();

    calls.signal(type, "erika", claim("A"));

    assertThat(paid.status()).isEqualTo("canceled");
    assertThat(paid.summary()).isEqualTo("canceled");
    assertThat(paid.result().path("reachability").asText()).isEqualTo("not_attempted");
    assertThat(paid.result().path("termination").toString())
        .isEqualTo("{\"actor\":\"client\",\"reason\":\"" + reason + "\"}");
    assertThat(paid.eventTypes()).endsWith("call_order.canceled");
    assertThat(List.of(otherClaim, otherPerson, withoutNumber))
        .extracting(PlacedOrder::isEnded)
        .containsOnly(false);

    calls.signal(type, "erika", null);

    assertThat(withoutNumber.status()).isEqualTo("canceled");
    assertThat(List.of(otherClaim, otherPerson))
        .extracting(PlacedOrder::isEnded)
        .containsOnly(false);
  }

  @Test
  void anyNumberOfTheClaimMatches() {
    PlacedOrder order = invoice("17");

    calls.signal("payment.received", "erika", Json.object().put("invoice_number", "17"));

    assertThat(order.status()).isEqualTo("canceled");
  }

  @Test
  void orderThatSharesAnotherNumberContinues() {
    PlacedOrder paid = invoice("17");
    PlacedOrder other = invoice("18");

    calls.signal("payment.received", "erika", Json.object().put("invoice_number", "17"));

    assertThat(paid.status()).isEqualTo("canceled");
    assertThat(other.isEnded()).isFalse();
  }

  private PlacedOrder invoice(String number) {
    return tenant
        .anOrder()
        .forSubject("erika")
        .aboutClaim("A")
        .aboutInvoice(number)
        .to(MagicLine.BUSY)
        .place();
  }

  @Test
  void otherSignalsAndTenantsWithoutTheSettingCancelNothing() {
    PlacedOrder order = order("erika", "A");

    calls.signal("claim.disputed", "erika", claim("A"));
    calls.set(OutcomeSettings.NONE);
    calls.signal("payment.received", "erika", claim("A"));

    assertThat(order.isEnded()).isFalse();
  }

  @Test
  void ordersOfEnrollmentsEndWithTheirEnrollment() {
    TestEnrollment enrollment =
        TestSequence.of(tenant, TestSequence.TWO_CALLS)
            .enroll(tenant.anOrder().forSubject("erika").aboutClaim("A").to(MagicLine.BUSY));
    fixture.engine.runOnce();
    PlacedOrder order = enrollment.order();

    calls.signal("payment.received", "erika", claim("A"));

    assertThat(enrollment.exitReason()).isEqualTo("payment.received");
    assertThat(order.result().at("/termination/reason").asText()).isEqualTo("sequence_exited");
  }

  @Test
  void conversationContinues() {
    PlacedOrder order = order("erika", "A");
    fixture.dialDue();
    fixture.receive(calls.gateway.answered(order.attempt()));

    calls.signal("payment.received", "erika", claim("A"));
    fixture.reconciler.runOnce();
    fixture.receive(
        calls.gateway.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL),
        calls.gateway.report(order.attempt(), Map.of("summary_code", "refused")));

    assertThat(calls.gateway.stopRequests).isEmpty();
    assertThat(order.summary()).isEqualTo("refused");
  }

  @Test
  void cancelsMoreThanAPage() {
    List<PlacedOrder> orders = new ArrayList<>();
    for (int number = 0; number < 203; number++) {
      orders.add(order("erika", number % 100 == 7 ? "B" : "A"));
    }

    calls.signal("payment.received", "erika", claim("A"));

    assertThat(orders.stream().filter(order -> !order.isEnded()))
        .containsExactly(orders.get(7), orders.get(107));
  }

  /** The intent of a dial is committed before the payment, or not written. */
  @Test
  void paymentBeforeTheDialStopsIt() throws Exception {
    PlacedOrder order = order("erika", "A");

    Race<?, Integer> race =
        fixture.race(
            () -> calls.signal("payment.received", "erika", claim("A")),
            () -> fixture.dialer.runOnce().orders());

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.second()).isZero();
    assertThat(fixture.dialer.runOnce().orders()).isZero();
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(calls.gateway.placed).isEmpty();
  }

  @Test
  void paymentAfterTheDialStopsTheRingingCall() throws Exception {
    PlacedOrder order = order("erika", "A");

    Race<Integer, ?> race =
        fixture.race(
            () -> fixture.dialer.runOnce().orders(),
            () -> calls.signal("payment.received", "erika", claim("A")));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(order.status()).isEqualTo("dialing");
    fixture.inboxProcessor.runOnce();
    fixture.reconciler.runOnce();
    assertThat(calls.gateway.stopRequests).containsExactly(order.attempt());
    fixture.receive(calls.gateway.ended(order.attempt(), Disposition.CANCELED, Cause.STOPPED));
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.result().at("/termination/reason").asText()).isEqualTo("payment_received");
  }

  private PlacedOrder order(String subject, String claim) {
    PlacedOrder order =
        tenant.anOrder().forSubject(subject).aboutClaim(claim).to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    return order;
  }
}
