package eu.callorders.server.telephony;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.gatewaykit.conformance.EventCollector;
import eu.callorders.gatewaykit.conformance.TestNumber;
import eu.callorders.simulator.gateway.GatewayEventBatch;
import eu.callorders.simulator.gateway.SimulatorVerticle;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EmbeddedGatewayTest extends VoiceGatewayConformance {
  private static final Duration LONG_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(3);

  private static Vertx vertx;
  private static EventCollector events;

  @BeforeAll
  static void deploy() {
    vertx = Vertx.vertx();
    events = new EventCollector();
    vertx
        .eventBus()
        .<GatewayEventBatch>localConsumer(
            GatewayEventBatch.ADDRESS,
            batch -> {
              if (events.store(batch.body().events())) {
                batch.reply(null);
              } else {
                batch.fail(1, "not stored");
              }
            });
    await(vertx.deployVerticle(new SimulatorVerticle(InstantSource.system())).toCompletionStage());
  }

  @AfterAll
  static void close() {
    await(vertx.close().toCompletionStage());
  }

  @Override
  VoiceGateway gateway() {
    return new EmbeddedGateway(vertx, LONG_TIMEOUT);
  }

  @Override
  VoiceGateway shortTimeoutGateway() {
    return new EmbeddedGateway(vertx, SHORT_TIMEOUT);
  }

  @Override
  EventCollector events() {
    return events;
  }

  @Test
  void queriesAreNotAuthoritative() {
    assertThat(gateway().capabilities())
        .isEqualTo(new Capabilities(true, false, true, true, true, true));
  }

  @Test
  void missingSimulatorYieldsUnknownResults() {
    Vertx empty = Vertx.vertx();
    try {
      VoiceGateway gateway = new EmbeddedGateway(empty);
      UUID attempt = UUID.randomUUID();
      assertThat(await(gateway.place(calls().call(TestNumber.ANSWERS))))
          .isInstanceOf(PlaceResult.Unknown.class);
      assertThat(await(gateway.cancel(attempt, null))).isEqualTo(CancelResult.UNKNOWN);
      assertThat(await(gateway.query(attempt, null))).isInstanceOf(QueryResult.Unavailable.class);
      assertThat(await(gateway.erase(attempt))).isFalse();
      assertThat(await(gateway.health()).state()).isEqualTo(GatewayHealth.State.DOWN);
    } finally {
      await(empty.close().toCompletionStage());
    }
  }
}
