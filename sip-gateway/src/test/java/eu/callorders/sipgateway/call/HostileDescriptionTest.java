package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptions of sound that no telephone should send. */
@Tag("long-sip")
class HostileDescriptionTest {
  @TempDir Path directory;
  private SipPeer peer;
  private GatewayFixture gateway;

  @BeforeEach
  void start() throws Exception {
    peer = new SipPeer();
    gateway =
        new GatewayFixture(directory, peer.port())
            .times(CallTimes.DEFAULT.withAfterEnd(Duration.ofSeconds(2)))
            .start();
  }

  @AfterEach
  void stop() throws Exception {
    try {
      gateway.awaitMetric("sipgateway_legs_open 0");
      gateway.awaitMetric("sipgateway_calls_active 0");
    } finally {
      gateway.close();
      peer.close();
    }
  }

  @Test
  void nameInADescriptionIsNotLookedUpAndTheFirstSourceCounts() throws Exception {
    SipMessage invite = ringing();
    peer.respondAs("named", invite, 200, "OK", peer.sound.description("person.invalid"));
    peer.expect("ACK");
    byte[] silence = new byte[160];
    Arrays.fill(silence, (byte) 0xD5);
    Instant deadline = Instant.now().plusSeconds(60);
    while (peer.sound.isQuiet()) { // until the gateway listens
      assertThat(Instant.now()).isBefore(deadline);
      peer.sound.speak(silence, invite.mediaPort());
      LockSupport.parkNanos(5_000_000);
    }

    assertThat(peer.sound.nextPacket()).hasSize(172);
    peer.requestAs("named", "BYE", invite, 1, null);
    peer.expectResponse(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=x", "m=video 0 RTP/AVP 96"})
  void longDescriptionIsNoFault(String line) throws Exception {
    SipMessage invite = ringing();
    String description = peer.sound.description() + (line + "\r\n").repeat(200);
    peer.respondAs("long", invite, 200, "OK", description);
    peer.expect("ACK");
    peer.sound.awaitSpeech();

    peer.requestAs("long", "BYE", invite, 1, null);
    peer.expectResponse(200);
  }

  private SipMessage ringing() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    return invite;
  }
}
