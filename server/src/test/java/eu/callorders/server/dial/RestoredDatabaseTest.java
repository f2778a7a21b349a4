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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A database restored from a backup does not repeat calls made after it. */
@Tag("long")
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
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();

  @Test
  void placesTheSameAttemptAgain() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.dialDue();
    UUID placed = order.attempt();

    restore(order);
    fixture.dialDue();

    assertThat(gateway.placed).extracting(PlaceCall::attemptId).containsExactly(placed, placed);
  }

  @Test
  void adoptsEventsOfTheKnownAttempt() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    UUID placed = order.attempt();
    GatewayEvent busy =
        ((AttemptUpdate.EventReceived) gateway.ended(placed, Disposition.BUSY, Cause.NORMAL))
            .event();
    restore(order);
    gateway.withPlaceResult(new PlaceResult.Conflict());
    gateway.withQueryResult(new QueryResult.Found("by hand", List.of(busy)));

    fixture.dialDue();
    assertThat(order.status()).isEqualTo("dialing");
    fixture.reconciler.runOnce(); // all running attempts at the start
    fixture.inboxProcessor.runOnce();

    assertThat(gateway.queries).containsExactly(placed);
    assertThat(order.summary()).isEqualTo("no_contact");
    assertThat(order.dispositions()).containsExactly("busy");
    assertThat(order.load().attemptCount()).isEqualTo(1);
  }

  @Test
  void queriesAtOnceAfterAConflict() {
    fixture.reconciler.runOnce(); // from here on only what is due
    gateway.withPlaceResult(new PlaceResult.Conflict());
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();

    fixture.dialDue();
    fixture.reconciler.runOnce();

    assertThat(gateway.queries).containsExactly(order.attempt());
  }

  @Test
  void erasesSubjectAgainWhenGatewayHasErasedTheCall() {
    gateway.losingRequests();
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    PlacedOrder other = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.dialDue();
    boolean first = order.status().equals("dialing");
    gateway.authoritative(true).withQueryResult(new QueryResult.Forgotten());

    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();
    fixture.dialDue();

    assertThat(order.isEnded()).isTrue();
    assertThat(other.isEnded()).isTrue();
    assertThat((first ? order : other).attempts()).hasSize(1);
    assertThat(gateway.placed).hasSize(1);
    assertThat(fixture.query("SELECT subject_reference FROM erasure"))
        .extracting(row -> row.getString(0))
        .containsExactly("erika");
  }

  @Test
  void retriesFailedErasureAndStillStopsCalls() {
    gateway.losingRequests();
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.dialDue();
    gateway.authoritative(true).withQueryResult(new QueryResult.Forgotten());
    PlacedOrder stopped = tenant.anOrder().forSubject("otto").to(MagicLine.BUSY).place();
    fixture.dialDue();
    fixture.orders.change(stopped, new OrderCommand.Stop(StopReason.SEQUENCE_EXITED));
    AtomicBoolean fails = new AtomicBoolean(true);
    Reconciler reconciler =
        fixture.units.newReconciler(
            erasure ->
                (connection, tenantId, reference) ->
                    fails.getAndSet(false)
                        ? Future.failedFuture(new IllegalStateException("for the test"))
                        : erasure.request(connection, tenantId, reference));

    assertThatThrownBy(reconciler::runOnce).hasMessage("for the test");
    assertThat(gateway.stopRequests).contains(stopped.attempt());
    reconciler.runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(order.isEnded()).isTrue();
    assertThat(fixture.query("SELECT subject_reference FROM erasure"))
        .extracting(row -> row.getString(0))
        .containsExactlyInAnyOrder("erika", "otto");
  }

  @Test
  void deletedAttemptIsNoProofThatNothingWasDialed() {
    gateway.losingRequests().authoritative(true);
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();

    order.silentFor(Duration.ofSeconds(10));
    gateway.withQueryResult(new QueryResult.NotFound(Instant.now()));
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(order.summary()).isEqualTo("outcome_unknown");
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void unknownAttemptIsNoProofAfterAWeek() {
    gateway.losingRequests().authoritative(true);
    PlacedOrder old = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();

    old.silentFor(Duration.ofDays(8));
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(old.summary()).isEqualTo("outcome_unknown");
  }

  /** Simulates a restore from before the order's first attempt. */
  private void restore(PlacedOrder order) {
    assertThat(fixture.query(DELETE_ATTEMPTS, order.id())).isNotEmpty();
    assertThat(fixture.query(SCHEDULE_AGAIN, order.id())).hasSize(1);
  }
}
