package eu.callorders.server.dial;

import static eu.callorders.server.dial.PromiseFixture.claim;
import static eu.callorders.server.dial.PromiseFixture.promise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.Money;
import eu.callorders.core.hold.ClaimNumbers;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.core.promise.PromiseTerms;
import eu.callorders.server.json.Json;
import eu.callorders.server.promise.CallPromise;
import eu.callorders.server.tenant.OutcomeSettings;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Promises that reports make, and signals that end them. */
@Tag("long")
class PromisesTest {
  @AutoClose private final PromiseFixture calls = new PromiseFixture();
  private final TestTenant tenant = calls.tenant;

  @Test
  void reportMakesAPromise() {
    LocalDate day = calls.today(TestTenants.BERLIN).plusDays(10);
    PlacedOrder order =
        calls.reported(
            tenant.anOrder().forSubject("erika").aboutClaim("A").to(MagicLine.BUSY), promise(day));

    CallPromise made = calls.promises().getFirst();
    assertThat(made.origin())
        .isEqualTo(new CallPromise.Origin(order.id(), order.attempt(), "erika"));
    assertThat(made.claim()).isEqualTo(ClaimNumbers.of("A", null, null));
    assertThat(made.amount()).isEqualTo(Money.of("50.00", "EUR"));
    assertThat(made.promisedOn()).isEqualTo(day);
    assertThat(made.terms().dueOn()).isEqualTo(day);
    assertThat(made.terms().graceEndsAt())
        .isEqualTo(day.plusDays(4).atStartOfDay(TestTenants.BERLIN).toInstant());
    assertThat(made.status().wire()).isEqualTo("open");
    JsonNode event = calls.events("promise.%").getFirst();
    assertThat(event.path("type").asText()).isEqualTo("promise.made");
    assertThat(event.at("/related/call_order_id").asText()).startsWith("ord_");
    assertThat(event.at("/related/call_id").asText()).startsWith("call_");
    assertThat(event.at("/related/promise_id")).isEqualTo(event.at("/data/id"));
    assertThat(event.at("/data/amount/value").asText()).isEqualTo("50.00");
    assertThat(event.at("/data/claim").isMissingNode()).isTrue();
    assertThat(order.eventTypes()).endsWith("call_order.completed", "promise.made");
  }

  @Test
  void graceDaysOfTheTenantEndInTheZoneOfThePerson() {
    calls.set(new OutcomeSettings(OutcomeRules.NONE, false, 0, null));
    ZoneId tokyo = ZoneId.of("Asia/Tokyo");
    LocalDate day = calls.today(tokyo).plusDays(1);
    PlacedOrder order = tenant.anOrder().inZone("Asia/Tokyo").to(MagicLine.BUSY).place();
    calls.fixture.dialDue();
    calls.fixture.receive(
        calls.gateway.answered(order.attempt()),
        calls.gateway.report(order.attempt(), promise(day)));

    assertThat(calls.promises().getFirst().terms().graceEndsAt())
        .isEqualTo(day.plusDays(1).atStartOfDay(tokyo).toInstant());
  }

  @Test
  void promiseCountsFromTheDayOfTheCall() {
    calls.set(new OutcomeSettings(OutcomeRules.RECOMMENDED, false, 3, null));
    LocalDate day = calls.today(TestTenants.BERLIN);
    PlacedOrder order = calls.answered(tenant.anOrder().aboutClaim("A").to(MagicLine.BUSY));

    tenant.jump(Duration.ofDays(1));
    calls.fixture.receive(
        calls.gateway.report(order.attempt(), Map.of("summary_code", "payment_promised")));

    PromiseTerms terms = calls.promises().getFirst().terms();
    assertThat(terms.dueOn()).isEqualTo(day.plusDays(14));
    assertThat(calls.holds().getFirst().until()).isEqualTo(terms.graceEndsAt());
  }

  @Test
  void findingOrCodeAloneMakesAPromise() {
    LocalDate today = calls.today(TestTenants.BERLIN);
    calls.reported(
        tenant.anOrder().to(MagicLine.BUSY),
        Map.of(
            "summary_code",
            "disputed",
            "findings",
            Map.of("payment_promise", Map.of("on", today.toString()))));
    calls.reported(tenant.anOrder().to(MagicLine.BUSY), Map.of("summary_code", "payment_promised"));
    calls.reported(tenant.anOrder().to(MagicLine.BUSY), Map.of("summary_code", "refused"));

    assertThat(calls.promises())
        .extracting(CallPromise::promisedOn, each -> each.terms().dueOn())
        .containsExactly(tuple(today, today), tuple(null, today.plusDays(14)));
  }

  @Test
  void repeatedReportMakesNoSecondPromise() {
    LocalDate day = calls.today(TestTenants.BERLIN);
    PlacedOrder order = calls.reported(tenant.anOrder().to(MagicLine.BUSY), promise(day));

    calls.fixture.receive(
        calls.gateway.report(order.attempt(), promise(day.plusDays(3))),
        calls.gateway.report(order.attempt(), promise(day)));

    assertThat(calls.promises()).hasSize(1);
    assertThat(calls.events("promise.made")).hasSize(1);
  }

  @Test
  void promiseDayBeyondFourDigitsMakesTheReportUnusable() {
    PlacedOrder order = calls.answered(tenant.anOrder().to(MagicLine.BUSY));

    calls.fixture.receive(
        calls.gateway.report(
            order.attempt(),
            Map.of(
                "summary_code",
                "payment_promised",
                "findings",
                Map.of("payment_promise", Map.of("on", "+999999999-12-31")))));

    assertThat(order.summary()).isEqualTo("no_outcome");
    assertThat(calls.promises()).isEmpty();
  }

  @Test
  void paymentKeepsAndWithdrawalWithdraws() {
    promised("erika", "A");
    promised("max", "B");

    calls.signal("payment.received", "erika", claim("A"));
    calls.signal("claim.withdrawn", "max", claim("B"));
    calls.signal("claim.withdrawn", "erika", claim("A"));

    assertThat(calls.statuses()).containsExactly("kept", "withdrawn");
    assertThat(calls.promises()).allSatisfy(each -> assertThat(each.endedAt()).isNotNull());
    assertThat(calls.events("promise.%"))
        .extracting(event -> event.path("type").asText())
        .containsExactly("promise.made", "promise.made", "promise.kept", "promise.withdrawn");
  }

  @Test
  void signalConcernsItsClaimOnly() {
    promised("erika", "A");
    promised("erika", "B");
    promised("erika", null);

    calls.signal("payment.received", "erika", claim("A"));
    assertThat(calls.statuses()).containsExactly("kept", "open", "open");
    calls.signal("payment.received", "erika", null);
    assertThat(calls.statuses()).containsExactly("kept", "open", "kept");
    calls.signal("payment.received", "erika", claim("C"));
    calls.signal("payment.received", "max", claim("B"));
    calls.signal("claim.disputed", "erika", claim("B"));
    assertThat(calls.statuses()).containsExactly("kept", "open", "kept");
  }

  @Test
  void anyNumberOfTheClaimMatches() {
    calls.reported(
        tenant.anOrder().forSubject("erika").aboutClaim("A").aboutInvoice("17").to(MagicLine.BUSY),
        promise(calls.today(TestTenants.BERLIN)));

    calls.signal(
        "payment.received",
        "erika",
        Json.object().put("invoice_number", "17").put("contract_number", "unknown"));

    assertThat(calls.statuses()).containsExactly("kept");
  }

  @Test
  void signalEmitsItsOwnEventFirst() {
    promised("erika", "A");

    calls.signal("payment.received", "erika", claim("A"));

    List<String> types =
        calls.events("%").stream().map(event -> event.path("type").asText()).toList();
    assertThat(types).endsWith("signal.received", "promise.kept");
  }

  private void promised(String subject, String claim) {
    OrderDraft draft = tenant.anOrder().forSubject(subject).gapOfHours(1).to(MagicLine.BUSY);
    if (claim != null) {
      draft.aboutClaim(claim);
    }
    PlacedOrder order = draft.place();
    tenant.jump(Duration.ofMinutes(61)); // the gap after the call before
    calls.fixture.dialDue();
    calls.fixture.receive(
        calls.gateway.answered(order.attempt()),
        calls.gateway.report(order.attempt(), promise(calls.today(TestTenants.BERLIN).plusDays(5))),
        calls.gateway.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));
  }
}
