package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long a call rings, lasts and hears nothing. */
@Tag("long-sip")
class CallLimitsTest {
  @TempDir Path directory;
  private SipPeer peer;
  private GatewayFixture gateway;

  @BeforeEach
  void prepare() throws Exception {
    peer = new SipPeer();
    gateway = new GatewayFixture(directory, peer.port()).longDisclosure();
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    peer.close();
  }

  @Test
  void ringTimeoutBeginsWithoutRingingToo() throws Exception {
    gateway.times(CallTimes.DEFAULT.withBeforeRinging(Duration.ofMillis(500))).start();
    gateway.place(limited(Duration.ofSeconds(1), Duration.ofMinutes(1)));
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 100, "Trying");
    peer.respond(peer.expect("CANCEL"), 200, "OK");
    peer.respond(invite, 487, "Request Terminated");
    peer.expect("ACK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.NO_ANSWER);
    assertThat(ended.network().detail()).isEqualTo("ring timeout");
  }

  @Test
  void answerThatCrossesTheRingTimeoutIsEnded() throws Exception {
    gateway.start();
    gateway.place(limited(Duration.ofSeconds(1), Duration.ofMinutes(1)));
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    SipMessage cancel = peer.expect("CANCEL");
    peer.respondWithSound(invite, 200, "OK");
    peer.respond(cancel, 481, "Unknown");
    peer.expect("ACK");
    peer.respond(peer.expect("BYE"), 200, "OK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.NO_ANSWER);
    assertThat(ended.answeredAt()).isNull();
  }

  @Test
  void longestDurationEndsTheCall() throws Exception {
    gateway.start();
    answer(limited(Duration.ofSeconds(30), Duration.ofSeconds(1)));
    peer.respond(peer.expect("BYE"), 200, "OK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(ended.endedBy()).isEqualTo("platform");
  }

  @Test
  void callThatHearsNothingEnds() throws Exception {
    gateway.times(CallTimes.DEFAULT.withSilence(Duration.ofSeconds(1))).start();
    answer(gateway.call());
    peer.respond(peer.expect("BYE"), 200, "OK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.endedBy()).isEqualTo("network");
    assertThat(ended.cause()).isEqualTo(Cause.CARRIER_FAULT);
  }

  @Test
  void callOnHoldMayHearNothing() throws Exception {
    gateway.times(CallTimes.DEFAULT.withSilence(Duration.ofSeconds(1))).start();
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respondAs("held", invite, 200, "OK", peer.sound.description() + "a=sendonly\r\n");
    peer.expect("ACK");
    gateway.awaitEvent(GatewayEvent.Disclosed.class); // after four seconds

    assertThat(peer.unexpected()).isEmpty();
  }

  private PlaceCall limited(Duration ringTimeout, Duration maxDuration) {
    return CallVariants.ringing(gateway.call(), ringTimeout, maxDuration);
  }

  private void answer(PlaceCall call) throws Exception {
    gateway.place(call);
    peer.respondWithSound(peer.expect("INVITE"), 200, "OK");
    peer.expect("ACK");
  }
}
