package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.telephony.GatewayEvent;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions that are refreshed, and end when they are not (RFC 4028). */
@Tag("long-sip")
class SessionTimerTest {
  @TempDir Path directory;
  private SipPeer peer;
  private GatewayFixture gateway;

  @BeforeEach
  void prepare() throws Exception {
    peer = new SipPeer();
    gateway =
        new GatewayFixture(directory, peer.port())
            .disclosureLasts(Duration.ofSeconds(15))
            .times(CallTimes.DEFAULT.withShortestSession(Duration.ofSeconds(1)));
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    peer.close();
  }

  @Test
  void sessionIsRefreshedAtHalfTimeAndAgain() throws Exception {
    gateway.set("TRUNK_USER", "alice").set("TRUNK_PASSWORD", "secret").start();
    SipMessage invite = answered("Session-Expires: 18;refresher=uac");
    SipMessage refresh = peer.expect("INVITE");
    assertThat(refresh.header("Session-Expires")).isEqualTo("18;refresher=uac");
    assertThat(refresh.header("To")).contains("tag=");
    assertThat(refresh.body()).contains("RTP/AVP 8 0 101");
    String challenge = "Digest realm=\"trunk\", nonce=\"n1\"";
    peer.respond(refresh, 407, "Proxy Auth", "Proxy-Authenticate: " + challenge);
    peer.expect("ACK");
    SipMessage second = peer.expect("INVITE");
    assertThat(second.cseq()).isEqualTo(refresh.cseq() + 1);
    peer.respondWithSound(second, 200, "OK");
    SipMessage ack = peer.expect("ACK");
    assertThat(ack.cseq()).isEqualTo(second.cseq());
    assertThat(ack.headers("Proxy-Authorization"))
        .containsExactly(second.header("Proxy-Authorization"));
    peer.respondWithSound(peer.expect("INVITE"), 200, "OK");
    peer.expect("ACK");
    hangUp(invite);
  }

  /** The refresh is due after 15 s; without a further one the session would end after 20 s. */
  @Test
  void refreshThatMeetsAChangeIsSentAgain() throws Exception {
    gateway.start();
    SipMessage invite = answered("Session-Expires: 30;refresher=uac");
    SipMessage refresh = peer.expect("INVITE");
    peer.request("UPDATE", invite, 1, peer.sound.description());
    peer.expectResponse(491);
    peer.respond(refresh, 491, "Request Pending");
    peer.expect("ACK");
    long rejected = System.nanoTime();
    SipMessage second = peer.expect("INVITE");

    assertThat(Duration.ofNanos(System.nanoTime() - rejected))
        .isGreaterThan(Duration.ofMillis(2_000));
    assertThat(second.cseq()).isEqualTo(refresh.cseq() + 1);
    peer.respondWithSound(second, 200, "OK");
    peer.expect("ACK");
    hangUp(invite);
  }

  @Test
  void sessionThatTheOtherSideDoesNotRefreshEnds() throws Exception {
    gateway.start();
    answered("Session-Expires: 3;refresher=uas");
    peer.respond(peer.expect("BYE"), 200, "OK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.endedBy()).isEqualTo("network");
    assertThat(ended.cause()).isEqualTo(Cause.CARRIER_FAULT);
  }

  @Test
  void byeAfterARestartFollowsTheRefresh() throws Exception {
    gateway.start();
    answered("Session-Expires: 6;refresher=uac");
    SipMessage refresh = peer.expect("INVITE");
    gateway.kill();
    gateway.start();
    SipMessage bye = peer.expect("BYE");

    assertThat(bye.cseq()).isGreaterThan(refresh.cseq());
    peer.respond(bye, 200, "OK");
  }

  /** Without its refresh the session would end after 8 of its 12 seconds. */
  @Test
  void otherSideRefreshesAndKnowsThatItMust() throws Exception {
    gateway.start();
    SipMessage invite = answered("Session-Expires: 12;refresher=uas");
    peer.request(
        "UPDATE", invite, 1, null, "Supported: timer", "Session-Expires: 60;refresher=uac");
    SipMessage refreshed = peer.expectResponse(200);
    assertThat(refreshed.header("Session-Expires")).isEqualTo("60;refresher=uac");
    assertThat(refreshed.header("Require")).isEqualTo("timer");
    gateway.awaitEvent(GatewayEvent.Disclosed.class); // after 15 seconds

    assertThat(peer.unexpected()).isEmpty();
    hangUp(invite);
  }

  @Test
  void refresherMayChange() throws Exception {
    gateway.start();
    SipMessage invite = answered("Session-Expires: 100;refresher=uas");
    peer.request(
        "INVITE",
        invite,
        1,
        peer.sound.description(),
        "Supported: timer",
        "Session-Expires: 6;refresher=uas");
    SipMessage changed = peer.expectResponse(200);
    assertThat(changed.header("Session-Expires")).isEqualTo("6;refresher=uas");
    peer.request("ACK", invite, 1, null);
    peer.respondWithSound(peer.expect("INVITE"), 200, "OK", "Session-Expires: 100;refresher=uac");
    peer.expect("ACK");
    hangUp(invite);
  }

  @Test
  void refreshOffersAllMediaThatWereNegotiated() throws Exception {
    gateway.start();
    SipMessage invite = answered("Session-Expires: 100;refresher=uas");
    peer.request(
        "INVITE",
        invite,
        1,
        peer.sound.description() + "m=video 5000 RTP/AVP 97\r\n",
        "Supported: timer",
        "Session-Expires: 6;refresher=uas");
    assertThat(peer.expectResponse(200).body()).endsWith("m=video 0 RTP/AVP 97\r\n");
    peer.request("ACK", invite, 1, null);
    SipMessage refresh = peer.expect("INVITE");

    assertThat(refresh.body().lines().filter(line -> line.startsWith("m=")))
        .satisfiesExactly(
            audio -> assertThat(audio).startsWith("m=audio "),
            video -> assertThat(video).isEqualTo("m=video 0 RTP/AVP 97"));
    peer.respondWithSound(refresh, 200, "OK", "Session-Expires: 100;refresher=uac");
    peer.expect("ACK");
    hangUp(invite);
  }

  /** A side that knows no session timer does not refresh. */
  @Test
  void changeWithoutASessionTimerMakesUsTheRefresher() throws Exception {
    gateway.start();
    SipMessage invite = answered("Session-Expires: 6;refresher=uas");
    peer.request("UPDATE", invite, 1, null);
    SipMessage changed = peer.expectResponse(200);
    assertThat(changed.header("Session-Expires")).isEqualTo("6;refresher=uas");
    assertThat(changed.headers("Require")).isEmpty();
    peer.respondWithSound(peer.expect("INVITE"), 200, "OK");
    peer.expect("ACK");
    hangUp(invite);
  }

  @Test
  void carrierThatRequiresASessionTimerGetsOne() throws Exception {
    gateway.set("SESSION_EXPIRES", "off").start();
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    assertThat(invite.headers("Session-Expires")).isEmpty();
    peer.respond(invite, 421, "Extension Required", "Require: timer");
    peer.expect("ACK");
    SipMessage second = peer.expect("INVITE");

    assertThat(second.header("Supported")).isEqualTo("timer");
    assertThat(second.header("Session-Expires")).isEqualTo("1800");
    peer.respond(second, 486, "Busy Here");
    peer.expect("ACK");
  }

  @Test
  void otherRequiredExtensionIsATrunkFault() throws Exception {
    gateway.start();
    gateway.place(gateway.call());
    peer.respond(peer.expect("INVITE"), 421, "Extension Required", "Require: timer, 100rel");
    peer.expect("ACK");

    gateway.awaitMetric("sipgateway_calls_active 0");
    assertThat(peer.unexpected()).isEmpty();
  }

  private SipMessage answered(String session) throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respondWithSound(invite, 200, "OK", session);
    peer.expect("ACK");
    return invite;
  }

  private void hangUp(SipMessage invite) throws Exception {
    peer.request("BYE", invite, 2, null);
    peer.expectResponse(200);
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("subject");
  }
}
