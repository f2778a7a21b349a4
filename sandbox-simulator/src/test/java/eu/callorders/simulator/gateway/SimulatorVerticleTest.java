package eu.callorders.simulator.gateway;

import static eu.callorders.simulator.Calls.NOW;
import static eu.callorders.simulator.Calls.toDigits;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class SimulatorVerticleTest {
  private static final long TIMEOUT_SECONDS = 60;

  private final BlockingQueue<Message<GatewayEventBatch>> batches = new LinkedBlockingQueue<>();
  private Vertx vertx;

  @BeforeEach
  void deploy(Vertx vertx) throws Exception {
    this.vertx = vertx;
    vertx.eventBus().<GatewayEventBatch>localConsumer(GatewayEventBatch.ADDRESS, batches::add);
    await(vertx.deployVerticle(new SimulatorVerticle(() -> NOW)));
  }

  @Test
  void placesACallAndDeliversItsEventsOverTheBus() throws Exception {
    PlaceCall call = toDigits("25").build();
    assertThat(ask(SimulatorAddress.PLACE, call))
        .isEqualTo(new PlaceResult.Accepted("sim-" + call.attemptId()));

    Message<GatewayEventBatch> batch = nextBatch();
    assertThat(batch.body().events())
        .extracting(event -> event.getClass().getSimpleName())
        .containsExactly(
            "Accepted",
            "Ringing",
            "Answered",
            "Disclosed",
            "Objection",
            "Ended",
            "Turns",
            "Report");
    batch.reply(null);
    assertThat(ask(SimulatorAddress.QUERY, call.attemptId()))
        .isEqualTo(new QueryResult.Found("sim-" + call.attemptId(), batch.body().events()));
    assertThat(ask(SimulatorAddress.CANCEL, call.attemptId()))
        .isEqualTo(CancelResult.ALREADY_ENDED);
    assertThat(ask(SimulatorAddress.ERASE, call.attemptId())).isEqualTo(true);
    assertThat(ask(SimulatorAddress.QUERY, call.attemptId()))
        .isEqualTo(new QueryResult.Forgotten());
    assertThat(ask(SimulatorAddress.CANCEL, UUID.randomUUID())).isEqualTo(CancelResult.NOT_FOUND);
    assertThat(ask(SimulatorAddress.HEALTH, ""))
        .isEqualTo(new GatewayHealth(GatewayHealth.State.UP, 10_000, null));
  }

  @Test
  void delaysPassInRealTime() throws Exception {
    ask(SimulatorAddress.PLACE, toDigits("06").delays(1, 1, 1).build());
    List<String> kinds = new ArrayList<>();
    while (!kinds.contains("Report")) {
      Message<GatewayEventBatch> batch = nextBatch();
      batch.body().events().forEach(event -> kinds.add(event.getClass().getSimpleName()));
      batch.reply(null);
    }
    assertThat(kinds)
        .containsExactly(
            "Accepted", "Ringing", "Answered", "Disclosed", "Ended", "Turns", "Report");
  }

  @Test
  void sendsABatchAgainThatWasNotStored() throws Exception {
    ask(SimulatorAddress.PLACE, toDigits("10").build());
    Message<GatewayEventBatch> first = nextBatch();
    first.fail(1, "the database is away");
    Message<GatewayEventBatch> second = nextBatch();
    assertThat(second.body()).isEqualTo(first.body());
    second.fail(1, "still away");
    Message<GatewayEventBatch> third = nextBatch();
    assertThat(third.body()).isEqualTo(first.body());
    third.reply(null);
  }

  @Test
  void sendsOneBoundedBatchAtATime() throws Exception {
    int calls = 60;
    for (int i = 0; i < calls; i++) {
      ask(SimulatorAddress.PLACE, toDigits("10").build());
    }
    Set<UUID> ended = new HashSet<>();
    Set<String> eventIds = new HashSet<>();
    int batchesSeen = 0;
    while (ended.size() < calls) {
      Message<GatewayEventBatch> batch = nextBatch();
      assertThat(batches).isEmpty();
      assertThat(batch.body().events()).hasSizeBetween(1, GatewayEventBatch.MAX_EVENTS);
      for (GatewayEvent event : batch.body().events()) {
        assertThat(eventIds.add(event.header().eventId())).isTrue();
        if (event instanceof GatewayEvent.Ended) {
          ended.add(event.header().attemptId());
        }
      }
      batchesSeen++;
      batch.reply(null);
    }
    assertThat(eventIds).hasSize(3 * calls);
    assertThat(batchesSeen).isLessThan(calls);
  }

  @Test
  void lostResponseIsNeverSent() throws Exception {
    PlaceCall call = toDigits("42").build();
    Future<Message<Object>> reply =
        vertx
            .eventBus()
            .request(SimulatorAddress.PLACE, call, LocalCodec.options().setSendTimeout(50));
    Throwable failure =
        await(reply.<Throwable>transform((answer, why) -> Future.succeededFuture(why)));
    assertThat(failure)
        .isInstanceOfSatisfying(
            ReplyException.class, e -> assertThat(e.failureType()).isEqualTo(ReplyFailure.TIMEOUT));
    assertThat(ask(SimulatorAddress.QUERY, call.attemptId())).isInstanceOf(QueryResult.Found.class);
    nextBatch().reply(null);
  }

  private Object ask(String address, Object question) throws Exception {
    return await(vertx.eventBus().request(address, question, LocalCodec.options())).body();
  }

  private Message<GatewayEventBatch> nextBatch() throws InterruptedException {
    Message<GatewayEventBatch> batch = batches.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    assertThat(batch).isNotNull();
    return batch;
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }
}
