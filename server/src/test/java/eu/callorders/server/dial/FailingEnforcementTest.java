package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Await;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Enforcement of suppressions on orders that cannot be saved. */
@Tag("long")
class FailingEnforcementTest {
  @AutoClose
  private final SuppressionEnforcementFixture enforcement = new SuppressionEnforcementFixture();

  private final ScriptedGateway gateway = enforcement.gateway;
  private final DialFixture fixture = enforcement.fixture;
  private final TestTenant tenant = enforcement.tenant;
  private final TestClient client = enforcement.client;

  private static final String DISK_FULL = "53100";

  /** A failing batch uses up only the turn of its tenant. */
  @Test
  void failureOfOneTenantDoesNotDelayOthers() {
    PlacedOrder bad = enforcement.enter(tenant, "erika");
    PlacedOrder good = enforcement.enter(fixture.tenant(), "max");
    enforcement.forbidEnd(bad, DISK_FULL);

    assertThatThrownBy(fixture.suppressionEnforcement::runOnce).hasMessageContaining(DISK_FULL);
    fixture.suppressionEnforcement.runOnce();

    assertThat(good.status()).isEqualTo("canceled");
  }

  @Test
  void failingOrderIsParked() {
    List<PlacedOrder> orders = enforcement.placed(60, "erika", false);
    PlacedOrder bad = orders.get(30);
    enforcement.forbidEnd(bad);
    client.suppress(null, "erika");

    Await.until(
        "all that can end has ended",
        () -> {
          fixture.enforceSuppressions();
          return enforcement.pending() == 0;
        });

    assertThat(enforcement.count("canceled")).isEqualTo(59);
    assertThat(bad.status()).isEqualTo("scheduled");
    assertThat(enforcement.failedWork())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getString("kind")).isEqualTo("suppressed_order");
              assertThat(row.getString("item_id")).isEqualTo(bad.id().toString());
            });
  }

  @Test
  void orderWithRepeatedLockTimeoutIsParked() {
    List<PlacedOrder> orders = enforcement.placed(8, "erika", false);
    PlacedOrder bad = orders.get(3);
    enforcement.forbidEnd(bad, "55P03");
    client.suppress(null, "erika");

    Await.until(
        "all that can end has ended",
        () -> {
          fixture.query("UPDATE suppression_enforcement SET next_run_at = now() RETURNING phase");
          fixture.enforceSuppressions();
          return enforcement.pending() == 0;
        });

    assertThat(enforcement.count("canceled")).isEqualTo(7);
    assertThat(enforcement.failedWork())
        .singleElement()
        .satisfies(row -> assertThat(row.getString("item_id")).isEqualTo(bad.id().toString()));
  }

  /** Four consecutive failures are transient; a success resets the count. */
  @Test
  void successResetsFailureCount() {
    enforcement.forbidEnd(enforcement.placed(1, "erika", false).getFirst(), DISK_FULL);
    client.suppress(null, "erika");
    for (int failure = 0; failure < 4; failure++) {
      assertThatThrownBy(fixture.suppressionEnforcement::runOnce).hasMessageContaining(DISK_FULL);
    }
    enforcement.owner("DROP TRIGGER time_out ON call_order");
    fixture.enforceSuppressions();
    assertThat(enforcement.count("canceled")).isEqualTo(1);

    enforcement.forbidEnd(enforcement.placed(1, "max", false).getFirst(), DISK_FULL);
    client.suppress(null, "max");

    assertThatThrownBy(fixture.suppressionEnforcement::runOnce).hasMessageContaining(DISK_FULL);
  }

  @Test
  void plannerParksFailingOrder() {
    List<PlacedOrder> orders = enforcement.placed(30, "erika", false);
    orders.forEach(PlacedOrder::leftToPlanner);
    PlacedOrder bad = orders.get(7);
    enforcement.forbidEnd(bad);

    fixture.planner.runOnce();

    assertThat(enforcement.count("scheduled")).isEqualTo(29);
    assertThat(enforcement.failedWork())
        .singleElement()
        .satisfies(row -> assertThat(row.getString("kind")).isEqualTo("order"));
    assertThat(fixture.planner.runOnce()).isZero();
  }

  @Test
  void objectionIsRecordedWhenItsOrderCannotBeSaved() {
    PlacedOrder talking = tenant.anOrder().forSubject("erika").to(MagicLine.OBJECTS).place();
    fixture.dialDue();
    fixture.receive(gateway.answered(talking.attempt()));
    PlacedOrder other = tenant.anOrder().forSubject("max").to(MagicLine.BUSY).place();
    fixture.dialDue();
    enforcement.forbidEnd(talking);
    List<String> confirmed = new ArrayList<>();

    fixture.inbox.add(
        List.of(
            gateway.objection(talking.attempt()),
            gateway.ended(other.attempt(), Disposition.BUSY, Cause.CARRIER_FAULT)),
        () -> confirmed.add("confirmed"));
    for (int round = 0; round < 12 && confirmed.isEmpty(); round++) {
      fixture.inboxProcessor.runOnce();
    }

    assertThat(confirmed).hasSize(1);
    assertThat(other.status()).isEqualTo("scheduled");
    assertThat(tenant.suppressions()).isEqualTo(1);
    assertThat(enforcement.failedWork())
        .singleElement()
        .satisfies(row -> assertThat(row.getString("kind")).isEqualTo("gateway_event"));
    assertThat(
            client
                .create("key", tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json())
                .code())
        .isEqualTo(ProblemCode.SUBJECT_SUPPRESSED.wire());
    assertThat(gateway.placed).extracting(PlaceCall::orderId).contains(talking.id());
  }
}
