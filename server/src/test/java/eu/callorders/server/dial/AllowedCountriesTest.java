package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.database.Locks;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Contacts in countries that a tenant may not call are not dialed. */
class AllowedCountriesTest {
  private static final String GERMAN = MagicLine.BUSY.number(3);
  private static final String FRENCH = "+33199001234";

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();

  @Test
  void dialsTheContactInAnAllowedCountry() {
    allow("DE");
    PlacedOrder order = planned(FRENCH, GERMAN);

    fixture.dialer.runOnce();

    assertThat(gateway.placed).extracting(call -> call.to().e164()).containsExactly(GERMAN);
    assertThat(verdict(order).parameters())
        .isEqualTo(Map.of("country", "DE", "skipped_countries", List.of("FR")));
    assertThat(order.attempts().getLast().intent().decision().toString())
        .contains("The tenant may call the country of the number.");
  }

  @Test
  void orderWaitsWhileTheTenantMayCallNoneOfItsCountries() {
    PlacedOrder order = planned(FRENCH);
    allow("DE");

    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(1);

    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(fixture.dialer.runOnce().orders()).as("claimed again").isZero();
    DialExplanation explanation = fixture.explain(order);
    assertThat(explanation.rules().getFirst().rule()).isEqualTo(DialRule.COUNTRY);
    assertThat(explanation.rules().getFirst().verdict()).isEqualTo(Verdict.WAIT);
    assertThat(explanation.nextPossibleAt()).isNull();
    assertThat(Instant.parse(order.view().path("next_attempt_at").asText()))
        .isBetween(tenant.now(), tenant.now().plus(Duration.ofHours(1)));

    allow("DE", "FR");
    tenant.jump(Duration.ofHours(1));
    fixture.dialer.runOnce();

    assertThat(gateway.calledOrders()).containsExactly(order.id());
  }

  @Test
  void suppressedContactLeavesNoneInAnAllowedCountry() {
    PlacedOrder order = planned(GERMAN, FRENCH);
    allow("DE");
    try (HeldLocks locks = tenant.holdPhone(GERMAN)) {
      tenant.suppress(locks, GERMAN, null);
    }

    fixture.dialer.runOnce();

    assertThat(order.summary()).isEqualTo("suppressed");
  }

  @Test
  void dialWaitsForTheChangeAndSeesIt() throws Exception {
    PlacedOrder order = planned(FRENCH);
    var race =
        fixture.raceAt("tenant", () -> change("DE"), () -> fixture.dialer.runOnce().orders());

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("scheduled");
  }

  @Test
  void changeWaitsForTheIntent() throws Exception {
    PlacedOrder order = planned(FRENCH);
    var race = fixture.race(() -> fixture.dialer.runOnce().orders(), () -> change("DE"));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(order.id());
  }

  private RuleVerdict verdict(PlacedOrder order) {
    return fixture.explain(order).rules().stream()
        .filter(each -> each.rule() == DialRule.COUNTRY)
        .findFirst()
        .orElseThrow();
  }

  private PlacedOrder planned(String... phones) {
    OrderDraft draft = tenant.anOrder();
    for (String phone : phones) {
      draft.toPhone(phone);
    }
    PlacedOrder order = draft.place();
    fixture.planner.runOnce();
    return order;
  }

  private void allow(String... countries) {
    fixture.change(tenant.id(), before -> TestTenants.calling(before, countries));
  }

  /** As the administration changes the countries. */
  private boolean change(String... countries) {
    return fixture
        .database
        .asWorker(
            connection ->
                Locks.acquire(connection, Set.of(Locks.dialing()))
                    .compose(locked -> TenantStore.requireForUpdate(connection, tenant.id()))
                    .compose(found -> save(connection, found, countries)))
        .map(done -> true)
        .await();
  }

  private Future<Void> save(SqlConnection connection, Tenant before, String... countries) {
    return TenantStore.update(
        connection, TestTenants.calling(before, countries), DialFixture.REAL_TIME.instant());
  }
}
