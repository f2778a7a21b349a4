package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.tenant.OutcomeSettings;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds that follow from reports. */
@Tag("long")
class OutcomeHoldsTest {
  @AutoClose private final PromiseFixture calls = new PromiseFixture();
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;
  private final String phone = MagicLine.BUSY.number(5);

  @BeforeEach
  void setRecommendedRules() {
    calls.set(new OutcomeSettings(OutcomeRules.RECOMMENDED, true, 3, null));
  }

  /** Each row of the table: reason, names, and days. */
  @ParameterizedTest
  @CsvSource({
    "wrong_number, wrong_number, erika phone, ",
    "deceased_reported, deceased, erika, ",
    "represented, represented, erika, ",
    "insolvency_reported, insolvent, erika, ",
    "disputed, disputed, erika case_number:A, ",
    "payment_claimed, payment_claimed, erika case_number:A, 10",
    "hardship_stated, hardship, erika, 30"
  })
  void reportPlacesAHold(String outcome, String reason, String names, Integer days) {
    PlacedOrder order = reported(outcome);

    Hold hold = calls.holds().getFirst();
    assertThat(calls.holds()).hasSize(1);
    assertThat(hold.reason()).isEqualTo(reason);
    assertThat(names(hold)).isEqualTo(names);
    assertThat(hold.source().wire()).isEqualTo("call_result");
    assertThat(hold.status().wire()).isEqualTo("active");
    assertThat(hold.callId()).isEqualTo(order.attempt());
    if (days == null) {
      assertThat(hold.until()).isNull();
    } else {
      assertThat(hold.until())
          .isEqualTo(hold.createdAt().atZone(TestTenants.BERLIN).plusDays(days).toInstant());
    }
    JsonNode event = calls.events("hold.%").getFirst();
    assertThat(event.path("type").asText()).isEqualTo("hold.created");
    assertThat(event.at("/related/hold_id").asText()).isEqualTo(IdKind.HOLD.format(hold.id()));
    assertThat(event.toString()).doesNotContain(phone);
  }

  @Test
  void promiseHoldsUntilThreeDaysAfterItsDay() {
    var day = calls.today(TestTenants.BERLIN).plusDays(7);
    calls.reported(draft(), PromiseFixture.promise(day));

    assertThat(names(calls.holds().getFirst())).isEqualTo("erika case_number:A");
    assertThat(calls.holds().getFirst().until())
        .isEqualTo(day.plusDays(4).atStartOfDay(TestTenants.BERLIN).toInstant());
    assertThat(calls.statuses()).containsExactly("open");
  }

  @Test
  void secondUnconfirmedIdentityInARowHoldsTheNumber() {
    reported("identity_not_confirmed");
    reported("refused");
    reported("identity_not_confirmed");
    calls.reported(
        tenant.anOrder().forSubject("erika").gapOfHours(1).to(MagicLine.BUSY),
        Map.of("summary_code", "identity_not_confirmed")); // on another number
    assertThat(calls.holds()).isEmpty();

    tenant.jump(Duration.ofMinutes(61));
    reported("identity_not_confirmed");

    assertThat(calls.holds()).extracting(OutcomeHoldsTest::names).containsExactly("erika phone");
    assertThat(calls.holds().getFirst().reason()).isEqualTo("identity_not_confirmed");
  }

  @Test
  void unconfirmedIdentitiesInOneBatchOfReportsHoldTheNumber() {
    PlacedOrder first = calls.answered(draft());
    tenant.jump(Duration.ofMinutes(61));
    PlacedOrder second = calls.answered(draft());
    Map<String, Object> report = Map.of("summary_code", "identity_not_confirmed");

    calls.fixture.receive(
        calls.gateway.report(first.attempt(), report),
        calls.gateway.report(second.attempt(), report));

    assertThat(calls.holds()).extracting(OutcomeHoldsTest::names).containsExactly("erika phone");
  }

  @ParameterizedTest
  @ValueSource(strings = {"installment_wish", "refused", "callback_requested", "no_outcome"})
  void otherOutcomesHoldNothing(String outcome) {
    reported(outcome);

    assertThat(calls.holds()).isEmpty();
  }

  @Test
  void outcomeWithoutARuleHoldsNothing() {
    calls.set(new OutcomeSettings(OutcomeRules.PROTECTIVE, true, 3, null));
    reported("disputed");
    calls.set(OutcomeSettings.NONE);
    reported("deceased_reported");

    assertThat(calls.holds()).isEmpty();
  }

  @Test
  void claimWithoutANumberHoldsThePerson() {
    calls.reported(
        tenant.anOrder().forSubject("erika").toPhone(phone), Map.of("summary_code", "disputed"));

    assertThat(calls.holds()).extracting(OutcomeHoldsTest::names).containsExactly("erika");
  }

  @Test
  void objectionHoldsNothing() {
    PlacedOrder order = calls.answered(draft());

    fixture.receive(calls.gateway.objection(order.attempt()));
    fixture.receive(calls.gateway.report(order.attempt(), Map.of("summary_code", "represented")));

    assertThat(order.summary()).isEqualTo("objection_to_calls");
    assertThat(calls.holds()).isEmpty();
  }

  @Test
  void repeatedReportExtendsNothing() {
    PlacedOrder order = reported("payment_claimed");
    Instant until = calls.holds().getFirst().until();
    tenant.jump(Duration.ofHours(1));

    fixture.receive(
        calls.gateway.report(order.attempt(), Map.of("summary_code", "payment_claimed")));

    assertThat(calls.holds()).extracting(Hold::until).containsExactly(until);
  }

  /** The report of a call that the database has lost still protects the person. */
  @Test
  void reportOfALostOrderPlacesAHold() {
    UnknownCallsFixture lost = new UnknownCallsFixture();
    try (lost) {
      lost.fixture.change(
          lost.tenant.id(),
          before ->
              TestTenants.with(
                  before, new OutcomeSettings(OutcomeRules.PROTECTIVE, false, 3, null)));
      UUID attempt = UUID.randomUUID();
      lost.fixture.receive(
          lost.accepted(attempt, UUID.randomUUID(), phone, "erika"),
          lost.answered(attempt),
          lost.gateway.report(attempt, Map.of("summary_code", "deceased_reported")));

      lost.processor.runOnce();

      assertThat(
              lost.fixture.query(
                  "SELECT subject_reference, reason FROM hold WHERE tenant_id = $1",
                  lost.tenant.id()))
          .extracting(row -> row.getString(0), row -> row.getString(1))
          .containsExactly(tuple("erika", "deceased"));
    }
  }

  /** The zone that the client has given is lost: the one of the phone is left. */
  @Test
  void promiseOfALostOrderCountsInTheZoneOfItsPhone() {
    ZoneId tokyo = ZoneId.of("Asia/Tokyo");
    UnknownCallsFixture lost = new UnknownCallsFixture();
    try (lost) {
      UUID attempt = UUID.randomUUID();
      lost.fixture.receive(
          lost.accepted(attempt, UUID.randomUUID(), "+81312345678", "erika"),
          lost.answered(attempt),
          lost.gateway.report(attempt, Map.of("summary_code", "payment_promised")));

      lost.processor.runOnce();

      Row promise = lost.fixture.query("SELECT due_on, breaks_at FROM promise").getFirst();
      assertThat(promise.getOffsetDateTime("breaks_at").toInstant())
          .isEqualTo(promise.getLocalDate("due_on").plusDays(4).atStartOfDay(tokyo).toInstant());
    }
  }

  private OrderDraft draft() {
    return tenant.anOrder().forSubject("erika").aboutClaim("A").gapOfHours(1).toPhone(phone);
  }

  /** A call to one number of one person that ends so. */
  private PlacedOrder reported(String outcome) {
    PlacedOrder order = calls.reported(draft(), Map.of("summary_code", outcome));
    assertThat(order.summary()).isEqualTo(outcome);
    tenant.jump(Duration.ofMinutes(61)); // the gap before the next call
    return order;
  }

  private static String names(Hold hold) {
    StringBuilder text = new StringBuilder(String.valueOf(hold.names().subjectReference()));
    if (hold.names().phone() != null) {
      text.append(" phone");
    }
    if (hold.names().claim() != null) {
      text.append(' ').append(hold.names().claim().kind().wire());
      text.append(':').append(hold.names().claim().value());
    }
    return text.toString();
  }
}
