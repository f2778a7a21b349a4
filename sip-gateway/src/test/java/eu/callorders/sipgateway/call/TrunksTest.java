package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.gatewaykit.call.GatewayNotes;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import eu.callorders.sipgateway.sip.Target;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TrunksTest {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "SIPGATEWAY_SECRET", "whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=",
          "SIPGATEWAY_TRUNK", "sip:192.0.2.1",
          "SIPGATEWAY_CALLER_IDS", "+493012345678");

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void addressesOfTheLastDialogsAreHeard() {
    SipGatewaySettings settings = SipGatewaySettings.read(SETTINGS);
    Trunks trunks = new Trunks(vertx, InstantSource.system(), settings, GatewayNotes.NONE);
    for (int dialog = 0; dialog < 20_000; dialog++) {
      trunks.allow(target("192.0.2.1"));
      trunks.allow(target("10.0." + dialog / 256 + "." + dialog % 256));
    }

    assertThat(trunks.knows("192.0.2.1")).isTrue();
    assertThat(trunks.knows("10.0." + 19_999 / 256 + "." + 19_999 % 256)).isTrue();
    assertThat(trunks.knows("10.0.0.0")).isFalse();
  }

  private static Target target(String host) {
    return new Target(host, 5060, "udp", null);
  }
}
