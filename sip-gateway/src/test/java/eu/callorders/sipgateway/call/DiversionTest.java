package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All calls of the sandbox ring at one telephone, without a trunk. */
class DiversionTest {
  @TempDir Path directory;
  private SipPeer desk;
  private GatewayFixture gateway;

  @BeforeEach
  void start() throws Exception {
    desk = new SipPeer();
    gateway =
        new GatewayFixture(directory, desk.port())
            .unset("TRUNK")
            .unset("CALLER_IDS")
            .set("DIVERT", "sip:me@127.0.0.1:" + desk.port())
            .start();
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    desk.close();
  }

  @Test
  void sandboxCallRingsAtTheDeskWhateverItsNumber() throws Exception {
    gateway.place(CallVariants.to(gateway.call("sandbox"), "+12025550123", "+493023125999"));
    SipMessage invite = desk.expect("INVITE");

    assertThat(invite.uri()).isEqualTo("sip:me@127.0.0.1:" + desk.port());
    assertThat(invite.header("From")).startsWith("<sip:+493023125999@127.0.0.1>;tag=");
    desk.respond(invite, 180, "Ringing");
    desk.respond(invite, 486, "Busy Here");
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
        .isEqualTo(Disposition.BUSY);
  }

  @Test
  void rejectionByTheDeskSaysNothingAboutTheNumber() throws Exception {
    CompletableFuture<HttpResponse<String>> placed = gateway.place(gateway.call("sandbox"));
    desk.respond(desk.expect("INVITE"), 404, "Not Found");
    desk.expect("ACK");
    assertThat(await(placed).statusCode()).isEqualTo(429);
    assertThat(await(placed).body()).contains("\"code\":\"trunk_fault\"");

    gateway.place(gateway.call("sandbox"));
    SipMessage invite = desk.expect("INVITE");
    desk.respond(invite, 180, "Ringing");
    desk.respond(invite, 410, "Gone");
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).cause()).isEqualTo(Cause.CARRIER_FAULT);
  }

  @Test
  void liveCallIsRefusedAndDegradesTheHealth() throws Exception {
    assertThat(await(gateway.health()).body()).contains("\"up\"");
    HttpResponse<String> refused = await(gateway.place(gateway.call()));

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("\"code\":\"diverted\"");
    assertThat(await(gateway.health()).body()).contains("\"degraded\"");
    assertThat(desk.unexpected()).isEmpty();
  }
}
