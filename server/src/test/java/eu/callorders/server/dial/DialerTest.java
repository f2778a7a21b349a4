package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DialerTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();

  @Test
  void dialerWithStaleClaimDialsNothing() {
    PlacedOrder order = plannedOrders(1).getFirst();
    fixture.dialer.runOnce();

    fixture.units.newDialer().dial(TestClaims.forOrders(order));

    assertThat(gateway.placed).hasSize(1);
  }

  /** Evidence of the last committed attempt reveals that a restored database lacks it. */
  @Test
  void reportsLastCommittedAttemptBeforePlacingCalls() {
    plannedOrders(3);
    List<UUID> stored = new ArrayList<>();
    List<UUID> reported = new ArrayList<>();
    Consumer<UUID> placing =
        attempt -> {
          assertThat(gateway.placed).isEmpty();
          reported.add(attempt);
          fixture.query("SELECT id FROM call_attempt").forEach(row -> stored.add(row.getUUID(0)));
        };

    fixture.units.newDialer(placing).runOnce();

    assertThat(gateway.placed).hasSize(3);
    assertThat(reported).containsExactly(gateway.placed.getLast().attemptId());
    assertThat(stored).hasSize(3).containsAll(reported);
  }

  @Test
  void freeChannelIsUsedByTheNextOrder() {
    tenant.changeQuota("max_concurrent_calls", 1);
    List<UUID> line = List.of(dueIn(1).id(), dueIn(2).id(), dueIn(3).id());
    fixture.planner.runOnce();
    tenant.jump(Duration.ofMinutes(5));
    for (int dialed = 1; dialed <= 3; dialed++) {
      fixture.dialer.runOnce();
      fixture.dialer.runOnce();
      assertThat(gateway.placed).extracting(PlaceCall::orderId).isEqualTo(line.subList(0, dialed));
      UUID running = gateway.placed.getLast().attemptId();
      fixture.receive(gateway.ended(running, Disposition.ANSWERED, Cause.NORMAL));
    }
  }

  @Test
  void orderWaitsForActiveCallOfItsSubject() {
    PlacedOrder first = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    PlacedOrder other =
        tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).notBefore(inMinutes(1)).place();
    fixture.planner.runOnce();
    tenant.jump(Duration.ofMinutes(5));

    fixture.dialer.runOnce();
    fixture.dialer.runOnce();

    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(first.id());
    assertThat(other.status()).isEqualTo("scheduled");
    assertThat(other.view().has("next_attempt_at")).isFalse();
  }

  private PlacedOrder dueIn(int minutes) {
    return tenant.anOrder().to(MagicLine.BUSY).notBefore(inMinutes(minutes)).place();
  }

  private Instant inMinutes(int minutes) {
    return tenant.now().plus(Duration.ofMinutes(minutes));
  }

  @Test
  void undialableOrderDoesNotDelayOthers() {
    List<PlacedOrder> orders = plannedOrders(3);
    fixture.query(
        """
        UPDATE call_order_body
           SET document = jsonb_set(document::jsonb, '{subject,timezone}', '"No/Where"')::json
         WHERE order_id = $1
        RETURNING order_id
        """,
        orders.get(1).id());

    fixture.dialer.runOnce();
    fixture.dialer.runOnce();

    assertThat(gateway.placed)
        .extracting(PlaceCall::orderId)
        .containsExactlyInAnyOrder(orders.get(0).id(), orders.get(2).id());
    assertThat(orders.get(1).status()).isEqualTo("scheduled");
  }

  private List<PlacedOrder> plannedOrders(int count) {
    List<PlacedOrder> orders =
        Stream.generate(() -> tenant.anOrder().to(MagicLine.BUSY).place()).limit(count).toList();
    fixture.planner.runOnce();
    return orders;
  }
}
