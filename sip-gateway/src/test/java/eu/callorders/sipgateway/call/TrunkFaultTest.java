package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mistakes of an operator and failures of a carrier: orders wait, with one alert each. */
@Tag("long-sip")
class TrunkFaultTest {
  @TempDir Path directory;
  private final LogLines lines = new LogLines();
  private SipPeer peer;
  private GatewayFixture gateway;

  @BeforeEach
  void prepare() throws Exception {
    peer = new SipPeer();
    gateway = new GatewayFixture(directory, peer.port());
  }

  @AfterEach
  void stop() throws Exception {
    lines.close();
    gateway.close();
    peer.close();
  }

  /** No money, no permission, no channel. */
  @ParameterizedTest
  @ValueSource(ints = {403, 404, 503})
  void trunkThatRejectsEverythingIsSuspendedAndEndsNoOrder(int status) throws Exception {
    gateway.start();
    for (int number = 0; number < 5; number++) {
      assertRefused(rejected(number, status));
    }
    HttpResponse<String> sixth = await(gateway.place(call(5)));

    assertRefused(sixth);
    assertThat(await(gateway.health()).body()).contains("\"status\":\"down\"");
    assertThat(peer.unexpected()).isEmpty();
    assertThat(lines.alerts()).singleElement().asString().contains("suspended");
  }

  @Test
  void wrongPasswordIsOneAlert() throws Exception {
    gateway.set("TRUNK_USER", "alice").set("TRUNK_PASSWORD", "wrong").start();
    for (int number = 0; number < 5; number++) {
      CompletableFuture<HttpResponse<String>> placed = gateway.place(call(number));
      for (int invite = 0; invite < 2; invite++) {
        String challenge = "Digest realm=\"trunk\", nonce=\"" + invite + "\"";
        peer.respond(peer.expect("INVITE"), 407, "No", "Proxy-Authenticate: " + challenge);
        peer.expect("ACK");
      }
      assertRefused(await(placed));
    }

    assertRefused(await(gateway.place(call(5))));
    assertThat(peer.unexpected()).isEmpty();
    assertThat(lines.alerts()).singleElement().asString().contains("authentication required");
  }

  @Test
  void unknownNumbersEndFourOrdersAtMost() throws Exception {
    gateway.start();
    CompletableFuture<HttpResponse<String>> first = gateway.place(call(9));
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    peer.respond(invite, 486, "Busy Here");
    peer.expect("ACK");
    assertThat(await(first).statusCode()).isEqualTo(201);
    gateway.awaitEvent(GatewayEvent.Ended.class);
    for (int number = 0; number < 4; number++) {
      assertThat(rejected(number, 404).statusCode()).isEqualTo(201);
      assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).cause())
          .isEqualTo(Cause.NUMBER_INVALID);
    }

    assertRefused(rejected(4, 404));
    assertRefused(await(gateway.place(call(5))));
    assertThat(lines.alerts()).singleElement().asString().contains("suspended");
  }

  @Test
  void wrongCallerIdIsOneAlert() throws Exception {
    gateway.start();
    for (int number = 0; number < 3; number++) {
      HttpResponse<String> refused =
          await(gateway.place(CallVariants.to(gateway.call(), number(number), "+493023125999")));
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.body()).contains("caller_id_not_listed");
    }

    assertThat(peer.unexpected()).isEmpty();
    assertThat(lines.alerts()).singleElement().asString().contains("CALLER_IDS");
  }

  @Test
  void deadAgentIsOneAlert() throws Exception {
    gateway.set("SPEECH", "false {file}").start();
    for (int number = 0; number < 3; number++) {
      HttpResponse<String> refused = await(gateway.place(call(number)));
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.body()).contains("agent_unavailable");
    }

    assertThat(peer.unexpected()).isEmpty();
    assertThat(lines.alerts()).singleElement().asString().contains("cannot be spoken");
  }

  @Test
  void carrierPostponesAnOrderForAnHourAtMost() throws Exception {
    gateway.start();
    CompletableFuture<HttpResponse<String>> placed = gateway.place(call(0));
    peer.respond(peer.expect("INVITE"), 503, "Service Unavailable", "Retry-After: 999999999");
    peer.expect("ACK");

    assertThat(await(placed).headers().firstValue("Retry-After")).contains("3600");
  }

  private HttpResponse<String> rejected(int number, int status) throws Exception {
    CompletableFuture<HttpResponse<String>> placed = gateway.place(call(number));
    peer.respond(peer.expect("INVITE"), status, "No");
    peer.expect("ACK");
    return await(placed);
  }

  private static void assertRefused(HttpResponse<String> response) {
    assertThat(response.statusCode()).isEqualTo(429);
    assertThat(response.body()).contains("\"code\":\"trunk_fault\"");
  }

  private PlaceCall call(int number) {
    return CallVariants.to(gateway.call(), number(number), "+493023125000");
  }

  private static String number(int number) {
    return "+49302312510" + number;
  }
}
