package eu.callorders.server.telephony;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.gatewaykit.conformance.CallbackServer;
import eu.callorders.gatewaykit.conformance.EventCollector;
import eu.callorders.gatewaykit.conformance.TestNumber;
import eu.callorders.server.TestNode;
import eu.callorders.server.tracing.Traces;
import eu.callorders.simulator.standalone.SimulatorHttp;
import eu.callorders.simulator.standalone.SimulatorSettings;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conformance checks over HTTP with the standalone simulator. */
class SimulatorOverHttpTest extends VoiceGatewayConformance {
  private static final SigningSecret SECRET = SigningSecret.generate(new Random(3));

  private static Vertx vertx;
  private static EventCollector events;
  private static HttpGateway gateway;
  private static URI address;

  @BeforeAll
  static void start(@TempDir Path directory) {
    vertx = Vertx.vertx();
    events = new EventCollector();
    int callbacks =
        TestNode.await(
                CallbackServer.open(
                    vertx,
                    "127.0.0.1",
                    0,
                    MessageSignature.of(SECRET),
                    events,
                    InstantSource.system()))
            .actualPort();
    SimulatorHttp simulator =
        new SimulatorHttp(
            SimulatorSettings.of(
                "127.0.0.1",
                0,
                URI.create("http://127.0.0.1:" + callbacks + "/gateway/v1/events"),
                SECRET,
                directory,
                null),
            InstantSource.system(),
            broken -> {});
    TestNode.await(vertx.deployVerticle(simulator));
    address = URI.create("http://127.0.0.1:" + simulator.port());
    gateway = with(SECRET);
    await(gateway.refreshCapabilities());
  }

  private static HttpGateway with(SigningSecret secret) {
    return new HttpGateway(
        vertx,
        address,
        MessageSignature.of(secret),
        Duration.ofSeconds(30),
        Traces.OFF,
        InstantSource.system(),
        new Random(4));
  }

  @AfterAll
  static void close() {
    TestNode.await(vertx.close());
  }

  @Override
  VoiceGateway gateway() {
    return gateway;
  }

  @Override
  VoiceGateway shortTimeoutGateway() {
    return gateway;
  }

  @Override
  EventCollector events() {
    return events;
  }

  @Test
  void supportsAllCapabilities() {
    assertThat(gateway.capabilities())
        .isEqualTo(new Capabilities(true, true, true, true, true, true));
  }

  @Test
  void refusesOtherSecret() {
    HttpGateway otherClient = with(SigningSecret.generate(new Random(5)));
    assertThat(await(otherClient.place(calls().call(TestNumber.ANSWERS))))
        .isEqualTo(new PlaceResult.Refused(PlaceResult.RefusalReason.GATEWAY_UNAVAILABLE, null));
    assertThat(await(otherClient.health()).state()).isEqualTo(GatewayHealth.State.DOWN);
  }
}
