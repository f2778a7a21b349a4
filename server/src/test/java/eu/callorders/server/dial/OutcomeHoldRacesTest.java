package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.tenant.OutcomeSettings;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reports that place holds while another order of the person is dialed, in both orders. */
class OutcomeHoldRacesTest {
  private static final Map<String, Object> DECEASED = Map.of("summary_code", "deceased_reported");

  @AutoClose private final PromiseFixture calls = new PromiseFixture();
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;

  @BeforeEach
  void setRules() {
    calls.set(new OutcomeSettings(OutcomeRules.PROTECTIVE, false, 3, null));
  }

  @Test
  void reportBeforeTheDialHoldsTheOtherOrder() throws Exception {
    PlacedOrder spoken = calls.answered(order());
    tenant.jump(Duration.ofHours(4));
    PlacedOrder next = order().place();

    Race<Void, Integer> race;
    try (DialFixture other = fixture.anotherNode()) {
      race =
          fixture.race(
              () -> store(other, calls.gateway.report(spoken.attempt(), DECEASED)),
              () -> {
                fixture.dialer.runOnce();
                return calls.gateway.placed.size();
              });
    }

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    fixture.dialer.runOnce();
    assertThat(calls.gateway.calledOrders()).containsExactly(spoken.id());
    assertThat(next.status()).isEqualTo("scheduled");
    assertThat(heldOrders()).extracting(row -> row.getUUID(0)).containsExactly(next.id());
  }

  @Test
  void reportAfterTheDialLetsTheCallEnd() throws Exception {
    PlacedOrder spoken = calls.answered(order());
    tenant.jump(Duration.ofHours(4));
    PlacedOrder next = order().place();

    Race<Integer, Void> race;
    try (DialFixture other = fixture.anotherNode()) {
      race =
          fixture.race(
              () -> fixture.dialer.runOnce().orders(),
              () -> store(other, calls.gateway.report(spoken.attempt(), DECEASED)));
    }

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(calls.gateway.calledOrders()).containsExactly(spoken.id(), next.id());
    assertThat(next.status()).isEqualTo("dialing");
    assertThat(calls.holds()).hasSize(1);
    fixture.inboxProcessor.runOnce();
    fixture.reconciler.runOnce();
    assertThat(calls.gateway.stopRequests).isEmpty();
  }

  /** Two reports of one person, the second while the first is not committed. */
  @Test
  void concurrentReportsOfOnePersonPlaceOneHold() throws Exception {
    PlacedOrder one = calls.answered(order());
    tenant.jump(Duration.ofHours(4));
    PlacedOrder two = calls.answered(order());
    Map<String, Object> report = Map.of("summary_code", "deceased_reported");

    try (DialFixture other = fixture.anotherNode()) {
      Race<Void, Void> race =
          fixture.race(
              () -> store(fixture, calls.gateway.report(one.attempt(), report)),
              () -> store(other, calls.gateway.report(two.attempt(), report)));
      assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    }

    assertThat(calls.holds()).hasSize(1);
    assertThat(calls.events("hold.%")).hasSize(1);
    assertThat(List.of(one, two))
        .extracting(PlacedOrder::summary)
        .containsOnly("deceased_reported");
  }

  private OrderDraft order() {
    return tenant.anOrder().forSubject("erika").aboutClaim("A").to(MagicLine.BUSY);
  }

  private List<Row> heldOrders() {
    return fixture.query("SELECT order_id FROM held_order WHERE tenant_id = $1", tenant.id());
  }

  private static Void store(DialFixture node, AttemptUpdate update) {
    node.store(update);
    return null;
  }
}
