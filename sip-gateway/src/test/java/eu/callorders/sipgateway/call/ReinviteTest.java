package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.GatewayEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of an answered call whose 200 or ACK is lost. */
@Tag("long-sip")
class ReinviteTest {
  private static final int LOSSES = 2;

  @TempDir Path directory;
  private final AtomicInteger answers = new AtomicInteger();
  private SipPeer peer;
  private GatewayFixture gateway;
  private SipMessage invite;

  @BeforeEach
  void answer() throws Exception {
    peer = new SipPeer(new FilteredWire(this::passes));
    gateway =
        new GatewayFixture(directory, peer.port())
            .disclosureLasts(Duration.ofSeconds(15))
            .times(CallTimes.DEFAULT.withAfterEnd(Duration.ofSeconds(4)))
            .start();
    gateway.place(gateway.call());
    invite = peer.expect("INVITE");
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
  }

  /** The first answers of the gateway are lost. */
  private boolean passes(String message) {
    boolean answer = message.startsWith("SIP/2.0 200") && message.contains("INVITE\r\n");
    return !answer || answers.incrementAndGet() > LOSSES;
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    peer.close();
  }

  @Test
  void lostAnswerIsRepeatedUntilTheAck() throws Exception {
    peer.request("INVITE", invite, 1, peer.sound.description());
    SipMessage answer = peer.expectResponse(200);
    assertThat(answer.cseq()).isEqualTo(1);
    assertThat(answer.body()).contains("m=audio");
    peer.request("ACK", invite, 1, null);
    gateway.awaitEvent(GatewayEvent.Disclosed.class); // after 15 seconds

    assertThat(answers).hasValue(LOSSES + 1);
    peer.request("BYE", invite, 2, null);
    peer.expectResponse(200);
  }

  @Test
  void callEndsWithoutTheAck() throws Exception {
    peer.request("INVITE", invite, 1, peer.sound.description());
    peer.expectResponse(200);
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("network");
  }
}
