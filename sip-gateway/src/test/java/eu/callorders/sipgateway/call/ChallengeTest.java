package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.sipgateway.digest.DigestChallenge;
import eu.callorders.sipgateway.digest.DigestCredentials;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that the trunk challenges. */
class ChallengeTest {
  private static final DigestCredentials ALICE = new DigestCredentials("alice", "secret");

  @TempDir Path directory;
  private SipPeer peer;
  private GatewayFixture gateway;

  @BeforeEach
  void prepare() throws Exception {
    peer = new SipPeer();
    gateway =
        new GatewayFixture(directory, peer.port())
            .set("TRUNK_USER", "alice")
            .set("TRUNK_PASSWORD", "secret");
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    peer.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"MD5", "SHA-256"})
  void challengeIsAnsweredOnceWithTheNextCseqAndBranch(String algorithm) throws Exception {
    gateway.start();
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    String challenge = challenge("n1") + ", algorithm=" + algorithm;
    SipMessage second = challenged(invite, challenge);

    assertThat(second.callId()).isEqualTo(invite.callId());
    assertThat(second.branch()).isNotEqualTo(invite.branch());
    assertThat(second.header("From")).isEqualTo(invite.header("From"));
    assertAnswers(second, challenge);
    reject(second);
  }

  @Test
  void staleNonceIsAnsweredOnceMore() throws Exception {
    gateway.start();
    CompletableFuture<HttpResponse<String>> placed = gateway.place(gateway.call());
    SipMessage second = challenged(peer.expect("INVITE"), challenge("n1"));
    SipMessage third = challenged(second, challenge("n2") + ", stale=true");

    assertAnswers(third, challenge("n2"));
    peer.respond(third, 407, "No", "Proxy-Authenticate: " + challenge("n3") + ", stale=true");
    peer.expect("ACK");
    assertThat(await(placed).body()).contains("trunk_fault");
    assertThat(peer.unexpected()).isEmpty();
  }

  @Test
  void wrongPasswordIsATrunkFault() throws Exception {
    gateway.start();
    CompletableFuture<HttpResponse<String>> placed = gateway.place(gateway.call());
    for (String nonce : new String[] {"n1", "n2"}) {
      SipMessage invite = peer.expect("INVITE");
      peer.respond(invite, 401, "No", "WWW-Authenticate: " + challenge(nonce));
      peer.expect("ACK");
    }

    assertThat(await(placed).body()).contains("trunk_fault");
    assertThat(peer.unexpected()).isEmpty();
  }

  @Test
  void proxyAndServerMayBothChallenge() throws Exception {
    gateway.start();
    gateway.place(gateway.call());
    SipMessage second = challenged(peer.expect("INVITE"), challenge("n1"));
    String server = challenge("n2").replace("trunk", "server");
    peer.respond(second, 401, "Unauthorized", "WWW-Authenticate: " + server);
    peer.expect("ACK");
    SipMessage third = peer.expect("INVITE");

    assertThat(third.header("Proxy-Authorization")).contains("realm=\"trunk\"");
    assertThat(third.header("Authorization")).contains("realm=\"server\"");
    peer.respondWithSound(third, 200, "OK");
    SipMessage ack = peer.expect("ACK");
    assertThat(ack.headers("Proxy-Authorization"))
        .containsExactly(third.header("Proxy-Authorization"));
    assertThat(ack.headers("Authorization")).containsExactly(third.header("Authorization"));
  }

  @Test
  void byeIsSentAgainWithCredentials() throws Exception {
    gateway.start();
    SipMessage invite = answered();
    peer.sound.press('9', invite.mediaPort());
    SipMessage bye = peer.expect("BYE");
    peer.respond(bye, 407, "Proxy Auth", "Proxy-Authenticate: " + challenge("n2"));
    SipMessage second = peer.expect("BYE");

    assertThat(second.cseq()).isEqualTo(bye.cseq() + 1);
    assertThat(second.header("To")).isEqualTo(bye.header("To"));
    assertAnswers(second, challenge("n2"));
    peer.respond(second, 200, "OK");
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("agent");
    gateway.awaitMetric("sipgateway_calls_active 0");
  }

  @Test
  void byeIsNotSentForEver() throws Exception {
    gateway.start();
    SipMessage invite = answered();
    peer.sound.press('9', invite.mediaPort());
    for (String nonce : new String[] {"n2", "n3"}) {
      SipMessage bye = peer.expect("BYE");
      peer.respond(bye, 407, "Proxy Auth", "Proxy-Authenticate: " + challenge(nonce));
    }

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
        .isEqualTo(Disposition.ANSWERED);
    gateway.awaitMetric("sipgateway_calls_active 0");
    assertThat(peer.unexpected()).isEmpty();
  }

  /** An answered call whose disclosure has begun. */
  private SipMessage answered() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = challenged(peer.expect("INVITE"), challenge("n1"));
    peer.respondWithSound(invite, 200, "OK");
    assertThat(peer.expect("ACK").headers("Proxy-Authorization"))
        .containsExactly(invite.header("Proxy-Authorization"));
    peer.sound.awaitSpeech();
    return invite;
  }

  /** Challenges an INVITE; returns the next one. */
  private SipMessage challenged(SipMessage invite, String challenge) throws Exception {
    peer.respond(invite, 407, "Proxy Auth", "Proxy-Authenticate: " + challenge);
    peer.expect("ACK");
    SipMessage next = peer.expect("INVITE");
    assertThat(next.cseq()).isEqualTo(invite.cseq() + 1);
    return next;
  }

  private static String challenge(String nonce) {
    return "Digest realm=\"trunk\", nonce=\"" + nonce + "\", qop=\"auth\"";
  }

  private static void assertAnswers(SipMessage request, String challenge) {
    String header = "Proxy-Authorization";
    String expected =
        ALICE.answer(
            DigestChallenge.parse(challenge).orElseThrow(),
            request.method(),
            request.uri(),
            request.parameter(header, "cnonce"),
            1);
    assertThat(request.header(header)).isEqualToIgnoringWhitespace(expected.replace(", ", ","));
  }

  private void reject(SipMessage invite) throws Exception {
    peer.respond(invite, 486, "Busy Here");
    peer.expect("ACK");
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
        .isEqualTo(Disposition.BUSY);
  }
}
