package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.country.CountryRuleEditor;
import eu.callorders.server.country.CountryRuleSnapshot;
import eu.callorders.server.json.Json;
import java.time.Instant;
import java.time.LocalTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of a country's hours on one node while another one dials, at ten in the morning. */
class CountryRuleRacesTest {
  private static final String AFTERNOON =
      """
      {"local_call_times": [{"days": ["mon", "tue", "wed", "thu", "fri"], "from": "15:00",
        "to": "20:00"}], "reviewed_on": "2026-11-27", "source": "a law"}
      """;

  private static final String ONE_DIAL =
      """
      {"local_call_times": [{"days": ["mon", "tue", "wed", "thu", "fri"], "from": "08:00",
        "to": "20:00"}], "max_dials_per_7_days": 1, "reviewed_on": "2026-11-27", "source": "a law"}
      """;

  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final DialFixture other = fixture.anotherNode();
  private final TestTenant tenant = fixture.tenant();

  /** Both nodes have read the rules of the release. */
  @BeforeEach
  void load() {
    fixture.countries.runOnce(fixture.database);
    other.countries.runOnce(other.database);
  }

  @AfterEach
  void close() {
    other.close();
    fixture.close();
  }

  @Test
  void changeBeforeDialDelaysIt() throws Exception {
    PlacedOrder order = planned();
    var race =
        fixture.raceAt(
            "country_rule",
            () -> change(fixture, AFTERNOON),
            () -> other.dialer.runOnce().orders());

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertDelayed(order);
  }

  @Test
  void changeAfterDialWaitsForTheIntent() throws Exception {
    PlacedOrder order = planned();
    var race =
        fixture.race(() -> other.dialer.runOnce().orders(), () -> change(fixture, AFTERNOON));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(order.id());
    assertThat(race.second().newest("DE").orElseThrow().id()).isEqualTo("DE/2");
  }

  @Test
  void nodeThatHasNotReadTheChangeDialsByIt() {
    PlacedOrder order = planned();
    change(fixture, AFTERNOON);

    other.dialer.runOnce();

    assertDelayed(order);
    assertThat(other.explain(order).toString()).contains("DE/2");
  }

  @Test
  void changedLimitHoldsForTheNextDial() {
    PlacedOrder order = planned();
    change(fixture, ONE_DIAL);

    other.dialer.runOnce();

    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(order.id());
    assertThat(order.attempts().getLast().intent().decision().toString())
        .contains("0 of 1 dials with the person", "(row DE/2)");
  }

  private PlacedOrder planned() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    return order;
  }

  private void assertDelayed(PlacedOrder order) {
    assertThat(gateway.placed).isEmpty();
    assertThat(order.attempts()).isEmpty();
    assertThat(order.status()).isEqualTo("scheduled");
    Instant next = Instant.parse(order.view().path("next_attempt_at").asText());
    assertThat(next.atZone(TestTenants.BERLIN).toLocalTime()).isEqualTo(LocalTime.of(15, 0));
  }

  private static CountryRuleSnapshot change(DialFixture node, String rule) {
    CountryRuleEditor editor =
        new CountryRuleEditor(
            node.countries,
            new AuditLog(DialFixture.REAL_TIME, node.random),
            DialFixture.REAL_TIME);
    return node.database
        .asWorker(
            connection -> editor.replace(connection, "DE", Json.parse(rule), null, "operator"))
        .await();
  }
}
