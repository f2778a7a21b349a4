package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As many calls at once as MAX_CALLS permits. */
class ManyCallsTest {
  private static final int CALLS = 100;

  @TempDir Path directory;
  private SipPeer peer;
  private GatewayFixture gateway;

  @BeforeEach
  void start() throws Exception {
    peer = new SipPeer();
    gateway =
        new GatewayFixture(directory, peer.port())
            .set("MAX_CALLS", Integer.toString(CALLS))
            .times(
                CallTimes.DEFAULT
                    .withDecision(Duration.ofMinutes(1)) // a busy machine prepares some late
                    .withAfterEnd(Duration.ofSeconds(2)))
            .start();
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    peer.close();
  }

  @Test
  void callsAtOnceAreEachDialedOnceAndLeaveNothing() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> placings = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      placings.add(gateway.place(gateway.call()));
    }
    List<SipMessage> invites = new ArrayList<>();
    Set<String> callIds = new HashSet<>();
    Set<Integer> ports = new HashSet<>();
    for (int i = 0; i < CALLS; i++) {
      SipMessage invite = peer.expect("INVITE");
      peer.respond(invite, 180, "Ringing");
      invites.add(invite);
      callIds.add(invite.callId());
      ports.add(invite.mediaPort());
    }
    for (CompletableFuture<HttpResponse<String>> placing : placings) {
      assertThat(await(placing).statusCode()).isEqualTo(201);
    }
    assertThat(callIds).hasSize(CALLS);
    assertThat(ports).hasSize(CALLS);
    assertThat(gateway.metrics()).contains("sipgateway_calls_active " + CALLS + "\n");
    HttpResponse<String> oneMore = await(gateway.place(gateway.call()));
    assertThat(oneMore.statusCode()).isEqualTo(429);
    assertThat(oneMore.body()).contains("\"code\":\"capacity\"");

    for (SipMessage invite : invites) {
      peer.respond(invite, 486, "Busy Here");
      peer.expect("ACK");
      assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
          .isEqualTo(Disposition.BUSY);
    }
    gateway.awaitMetric("sipgateway_calls_active 0");
    gateway.awaitMetric("sipgateway_legs_open 0");
    gateway.awaitMetric("sipgateway_rtp_ports_free 5000");
    assertThat(peer.unexpected()).isEmpty();
  }
}
