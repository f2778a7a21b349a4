package eu.callorders.gatewaykit.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.gatewaykit.conformance.TestBed;
import eu.callorders.gatewaykit.conformance.TestCallFactory;
import eu.callorders.gatewaykit.conformance.TestNumber;
import eu.callorders.gatewaykit.store.CallStore;
import eu.callorders.gatewaykit.store.DurableCallRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls whose handler decides later. */
class CallGatewayTest {
  private static final Instant NOW = Instant.parse("2026-11-20T09:30:00Z");
  private static final PlaceResult.Refused NO_CAPACITY =
      new PlaceResult.Refused(RefusalReason.CAPACITY, Duration.ofSeconds(1));

  @TempDir Path directory;
  @AutoClose private CallStore store;
  private final ControlledHandler handler = new ControlledHandler();
  private final PlaceCall call =
      new TestCallFactory(
              TestBed.magicNumbers(), "live", UUID.randomUUID(), () -> NOW, new Random(1))
          .call(TestNumber.ANSWERS);
  private CallGateway gateway;

  /** Decides when a test says so. */
  private static final class ControlledHandler implements CallHandler {
    private final List<CallJournal> journals = new ArrayList<>();
    private final List<UUID> canceled = new ArrayList<>();
    private final Promise<PlaceResult> decision = Promise.promise();

    @Override
    public Future<PlaceResult> place(CallJournal journal) {
      journals.add(journal);
      return decision.future();
    }

    @Override
    public void cancel(UUID attemptId) {
      canceled.add(attemptId);
    }

    @Override
    public GatewayHealth health() {
      return new GatewayHealth(GatewayHealth.State.UP, 1, null);
    }
  }

  @BeforeEach
  void open() {
    store = CallStore.open(directory, "gateway");
    DurableCallRegistry registry = new DurableCallRegistry(store, () -> {});
    gateway = new CallGateway(handler, registry, registry, () -> NOW, Future::succeededFuture);
  }

  @Test
  void repeatedPlacingDialsOnceAndAcceptsBoth() {
    Future<PlaceResult> first = gateway.place(call);
    assertThat(first.isComplete()).isFalse();

    assertThat(gateway.place(call).result()).isEqualTo(accepted());
    assertThat(first.result()).isEqualTo(accepted());
    assertThat(handler.journals).hasSize(1);
  }

  @Test
  void refusalBeforeAnAcceptanceLeavesNoCall() {
    Future<PlaceResult> placed = gateway.place(call);
    handler.decision.complete(NO_CAPACITY);
    handler.journals.getFirst().ringing();

    assertThat(placed.result()).isEqualTo(NO_CAPACITY);
    assertThat(gateway.query(call.attemptId())).isInstanceOf(QueryResult.NotFound.class);
    assertThat(gateway.cancel(call.attemptId())).isEqualTo(CancelResult.NOT_FOUND);
    assertThat(gateway.place(call).result()).isEqualTo(NO_CAPACITY);
    assertThat(handler.journals).hasSize(1);
  }

  @Test
  void refusalAfterAQueryIsTheEndOfTheCall() {
    Future<PlaceResult> placed = gateway.place(call);
    assertThat(events()).hasExactlyElementsOfTypes(GatewayEvent.Accepted.class);
    handler.decision.complete(NO_CAPACITY);

    assertThat(placed.result()).isEqualTo(accepted());
    assertThat(events().getLast())
        .isInstanceOfSatisfying(
            GatewayEvent.Ended.class,
            end -> {
              assertThat(end.disposition()).isEqualTo(Disposition.FAILED);
              assertThat(end.cause()).isEqualTo(Cause.CARRIER_FAULT);
            });
  }

  @Test
  void partsOfATranscriptAreReportedOnceTogether() {
    gateway.place(call);
    CallJournal journal = handler.journals.getFirst();
    journal.addTurns("de", false, List.of(new GatewayEvent.Turn(0, "agent", 0, 9, "Hello")));
    journal.addTurns("de", true, List.of(new GatewayEvent.Turn(0, "subject", 10, 19, "Hi")));
    assertThat(journal.events()).isEmpty();
    journal.reportTurns();
    journal.reportTurns();

    assertThat(events())
        .hasExactlyElementsOfTypes(GatewayEvent.Accepted.class, GatewayEvent.Turns.class)
        .last()
        .isInstanceOfSatisfying(
            GatewayEvent.Turns.class,
            all -> {
              assertThat(all.complete()).isTrue();
              assertThat(all.turns())
                  .containsExactly(
                      new GatewayEvent.Turn(0, "agent", 0, 9, "Hello"),
                      new GatewayEvent.Turn(1, "subject", 10, 19, "Hi"));
            });
  }

  @Test
  void acceptanceIsTheFirstEvent() {
    gateway.place(call);
    handler.journals.getFirst().ringing();
    handler.decision.complete(accepted());

    assertThat(events())
        .hasExactlyElementsOfTypes(GatewayEvent.Accepted.class, GatewayEvent.Ringing.class);
    assertThat(events()).extracting(event -> event.header().sequence()).containsExactly(1L, 2L);
  }

  @Test
  void failedPlacingEndsWithAnUnknownOutcome() {
    Future<PlaceResult> placed = gateway.place(call);
    handler.decision.fail("the line is dead");

    assertThat(placed.failed()).isTrue();
    assertThat(events().getLast())
        .isInstanceOfSatisfying(
            GatewayEvent.Ended.class,
            end -> assertThat(end.cause()).isEqualTo(Cause.OUTCOME_UNKNOWN));
    assertThat(gateway.cancel(call.attemptId())).isEqualTo(CancelResult.ALREADY_ENDED);
  }

  @Test
  void cancelAcceptsAnUndecidedCall() {
    Future<PlaceResult> placed = gateway.place(call);

    assertThat(gateway.cancel(call.attemptId())).isEqualTo(CancelResult.ACCEPTED);
    assertThat(placed.result()).isEqualTo(accepted());
    assertThat(handler.canceled).containsExactly(call.attemptId());
  }

  @Test
  void lostConnectionAcceptsAnUndecidedCall() {
    gateway.place(call);
    gateway.disconnected(call.attemptId());
    handler.decision.complete(NO_CAPACITY);

    assertThat(gateway.place(call).result()).isEqualTo(accepted());
    assertThat(events())
        .hasExactlyElementsOfTypes(GatewayEvent.Accepted.class, GatewayEvent.Ended.class);
  }

  @Test
  void erasedCallReportsNothingMore() {
    gateway.place(call);
    CallJournal journal = handler.journals.getFirst();
    journal.ended(Disposition.BUSY, Cause.NORMAL, null);
    handler.decision.complete(accepted());
    assertThat(gateway.erase(call.attemptId())).isTrue();
    journal.report(Map.of());

    assertThat(gateway.query(call.attemptId())).isEqualTo(new QueryResult.Forgotten());
  }

  @Test
  void drainingGatewayPlacesNoFurtherCall() {
    gateway.drain();

    assertThat(gateway.place(call).result()).isEqualTo(NO_CAPACITY);
    assertThat(gateway.health().freeChannels()).isZero();
    assertThat(handler.journals).isEmpty();
  }

  private List<GatewayEvent> events() {
    return ((QueryResult.Found) gateway.query(call.attemptId())).events();
  }

  private PlaceResult accepted() {
    return new PlaceResult.Accepted("call-" + call.attemptId());
  }
}
