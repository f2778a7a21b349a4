package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a held order and its explanation show. */
@Tag("long")
class HeldOrderViewTest {
  private static final String PHONE = MagicLine.BUSY.number(0);

  @AutoClose private final HoldFixture holds = new HoldFixture();
  private final DialFixture fixture = holds.fixture;
  private final TestTenant tenant = holds.tenant;

  @Test
  void orderShowsHoldsFromItsAcceptanceOn() {
    Hold hold = holds.place(HoldNames.ofSubject("erika"));
    TestClient client = new TestClient(fixture, tenant.id());
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();

    var accepted = client.create("key", body);

    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.body().at("/holds/0/id").asText()).isEqualTo(IdKind.HOLD.format(hold.id()));
    assertThat(accepted.body().at("/holds/0/reason").asText()).isEqualTo("disputed");
    holds.release(hold);
    assertThat(client.create("key", body).body()).isEqualTo(accepted.body());
  }

  @Test
  void heldOrderShowsNoNextAttempt() {
    PlacedOrder order =
        tenant
            .anOrder()
            .forSubject("erika")
            .to(MagicLine.BUSY)
            .notBefore(tenant.now().plus(Duration.ofDays(1)))
            .place();
    assertThat(holds.view(order).has("next_attempt_at")).isTrue();

    holds.place(HoldNames.ofSubject("erika"));

    assertThat(holds.view(order).has("next_attempt_at")).isFalse();
    assertThat(holds.view(order).path("holds")).hasSize(1);
    assertThat(holds.view(order).path("status").asText()).isEqualTo("scheduled");
  }

  @Test
  void heldOrderShowsTheEndOfItsHold() {
    PlacedOrder order = holds.order("erika", PHONE);
    Instant until = tenant.now().plus(Duration.ofHours(2));
    holds.place(HoldNames.ofSubject("erika"), until);

    holds.dial();

    assertThat(holds.view(order).path("next_attempt_at").asText())
        .isEqualTo(holds.view(order).at("/holds/0/until").asText())
        .isNotEmpty();
  }

  @Test
  void explanationNamesTheHolds() {
    PlacedOrder order = holds.order("erika", PHONE);
    Instant until = tenant.now().plus(Duration.ofHours(2)).truncatedTo(ChronoUnit.SECONDS);
    Hold hold = holds.place(HoldNames.ofSubject("erika"), until);

    DialExplanation explanation = fixture.explain(order);

    RuleVerdict first = explanation.rules().getFirst();
    assertThat(explanation.dialable()).isFalse();
    assertThat(first.rule()).isEqualTo(DialRule.HOLD);
    assertThat(first.verdict()).isEqualTo(Verdict.WAIT);
    assertThat(first.until()).isEqualTo(hold.until());
    assertThat(explanation.nextPossibleAt()).isEqualTo(hold.until());
    assertThat(first.parameters().get("holds").toString())
        .contains(IdKind.HOLD.format(hold.id()), "disputed");
  }

  @Test
  void explanationOfAHoldWithoutEndNamesNoInstant() {
    PlacedOrder order = holds.order("erika", PHONE);
    holds.place(HoldNames.ofSubject("erika"));

    DialExplanation explanation = fixture.explain(order);

    assertThat(explanation.rules().getFirst().rule()).isEqualTo(DialRule.HOLD);
    assertThat(explanation.nextPossibleAt()).isNull();
  }

  @Test
  void nextAttemptAfterAHoldIsInTheCallingWindow() {
    PlacedOrder order = holds.order("erika", PHONE);
    ZonedDateTime night =
        tenant.now().atZone(TestTenants.BERLIN).plusDays(1).with(LocalTime.of(3, 0));
    holds.place(HoldNames.ofSubject("erika"), night.toInstant());

    holds.dial();

    String next = holds.view(order).path("next_attempt_at").asText();
    ZonedDateTime shown = Instant.parse(next).atZone(TestTenants.BERLIN);
    assertThat(shown.toLocalDate()).isEqualTo(night.toLocalDate());
    assertThat(shown.getHour()).isBetween(7, 10);
    assertThat(fixture.explain(order).nextPossibleAt()).isEqualTo(shown.toInstant());
    assertThat(heldEvent().at("/data/next_attempt_at").asText()).isEqualTo(next);
  }

  @Test
  void holdBeyondTheExpiryLeavesNoNextAttempt() {
    PlacedOrder order =
        tenant
            .anOrder()
            .forSubject("erika")
            .toPhone(PHONE)
            .notAfter(tenant.now().plus(Duration.ofDays(5)))
            .place();
    holds.place(HoldNames.ofSubject("erika"), tenant.now().plus(Duration.ofDays(6)));

    holds.dial();

    assertThat(holds.view(order).has("next_attempt_at")).isFalse();
    assertThat(fixture.explain(order).nextPossibleAt()).isNull();
    holds.assertHeld(order);
  }

  /** The event that says that the order is held. */
  private JsonNode heldEvent() {
    return fixture
        .query(
            "SELECT envelope FROM event WHERE tenant_id = $1 AND type = 'call_order.held'"
                + " ORDER BY xid, seq",
            tenant.id())
        .stream()
        .map(row -> Json.parse(row.getString(0)))
        .toList()
        .getLast();
  }
}
