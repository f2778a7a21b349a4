package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.StopReason;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A database restored from a backup does not repeat calls made after it. */
class RestoredDatabaseTest {
  private static final String DELETE_ATTEMPTS =
      "DELETE FROM call_attempt WHERE order_id = $1 RETURNING id";

  private static final String SCHEDULE_AGAIN =
      """
      UPDATE call_order
         SET status = 'scheduled', next_attempt_at = created_at, current_attempt_id = NULL,
             attempt_count = 0, consecutive_refusals = 0
       WHERE id = $1
      RETURNING id
      """;

  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture house = DialFixture.over(gateway);
  private final TestTenant tenant = house.tenant();

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void placesTheSameAttemptAgain() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).placed();
    house.dialDue();
    UUID placed = order.attempt();

    restore(order);
    house.dialDue();

    assertThat(gateway.placed).extracting(PlaceCall::attemptId).containsExactly(placed, placed);
  }

  @Test
  void adoptsEventsOfTheKnownAttempt() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).placed();
    house.dialDue();
    UUID placed = order.attempt();
    GatewayEvent busy =
        ((AttemptUpdate.EventReceived) gateway.ended(placed, Disposition.BUSY, Cause.NORMAL))
            .event();
    restore(order);
    gateway.answering(new PlaceResult.Conflict());
    gateway.knowing(new QueryResult.Found("by hand", List.of(busy)));

    house.dialDue();
    assertThat(order.status()).isEqualTo("dialing");
    house.reconciler.runOnce(); // all running attempts at the start
    house.inboxWork.runOnce();

    assertThat(gateway.asked).containsExactly(placed);
    assertThat(order.summary()).isEqualTo("no_contact");
    assertThat(order.dispositions()).containsExactly("busy");
    assertThat(order.loaded().attemptCount()).isEqualTo(1);
  }

  @Test
  void queriesAtOnceAfterAConflict() {
    house.reconciler.runOnce(); // from here on only what is due
    gateway.answering(new PlaceResult.Conflict());
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).placed();

    house.dialDue();
    house.reconciler.runOnce();

    assertThat(gateway.asked).containsExactly(order.attempt());
  }

  @Test
  void erasesSubjectAgainWhenGatewayHasErasedTheCall() {
    gateway.losingRequests();
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.BUSY).placed();
    PlacedOrder other = tenant.anOrder().of("erika").to(MagicLine.BUSY).placed();
    house.dialDue();
    boolean first = order.status().equals("dialing");
    gateway.authoritative(true).knowing(new QueryResult.Forgotten());

    house.reconciler.runOnce();
    house.inboxWork.runOnce();
    house.dialDue();

    assertThat(order.ended()).isTrue();
    assertThat(other.ended()).isTrue();
    assertThat((first ? order : other).attempts()).hasSize(1);
    assertThat(gateway.placed).hasSize(1);
    assertThat(house.query("SELECT subject_reference FROM erasure"))
        .extracting(row -> row.getString(0))
        .containsExactly("erika");
  }

  @Test
  void retriesFailedErasureAndStillStopsCalls() {
    gateway.losingRequests();
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.BUSY).placed();
    house.dialDue();
    gateway.authoritative(true).knowing(new QueryResult.Forgotten());
    PlacedOrder stopped = tenant.anOrder().of("otto").to(MagicLine.BUSY).placed();
    house.dialDue();
    house.change(stopped, new OrderCommand.Stop(StopReason.SEQUENCE_EXITED));
    AtomicBoolean fails = new AtomicBoolean(true);
    Reconciler reconciler =
        house.newReconciler(
            erasure ->
                (connection, tenantId, reference) ->
                    fails.getAndSet(false)
                        ? Future.failedFuture(new IllegalStateException("for the test"))
                        : erasure.request(connection, tenantId, reference));

    assertThatThrownBy(reconciler::runOnce).hasMessage("for the test");
    assertThat(gateway.toldToStop).contains(stopped.attempt());
    reconciler.runOnce();
    house.inboxWork.runOnce();

    assertThat(order.ended()).isTrue();
    assertThat(house.query("SELECT subject_reference FROM erasure"))
        .extracting(row -> row.getString(0))
        .containsExactlyInAnyOrder("erika", "otto");
  }

  @Test
  void deletedAttemptIsNoProofThatNothingWasDialed() {
    gateway.losingRequests().authoritative(true);
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).placed();
    house.dialDue();
    gateway.knowing(new QueryResult.NotFound(Instant.now()));

    order.silentFor(Duration.ofSeconds(10));
    house.reconciler.runOnce();
    house.inboxWork.runOnce();

    assertThat(order.summary()).isEqualTo("outcome_unknown");
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void unknownAttemptIsNoProofAfterAWeek() {
    gateway.losingRequests().authoritative(true);
    PlacedOrder old = tenant.anOrder().to(MagicLine.BUSY).attempts(1).placed();
    house.dialDue();

    old.silentFor(Duration.ofDays(8));
    house.reconciler.runOnce();
    house.inboxWork.runOnce();

    assertThat(old.summary()).isEqualTo("outcome_unknown");
  }

  /** Simulates a restore from before the order's first attempt. */
  private void restore(PlacedOrder order) {
    assertThat(house.query(DELETE_ATTEMPTS, order.id())).isNotEmpty();
    assertThat(house.query(SCHEDULE_AGAIN, order.id())).hasSize(1);
  }
}
