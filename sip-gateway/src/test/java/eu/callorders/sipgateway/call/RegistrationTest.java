package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.sipgateway.digest.DigestChallenge;
import eu.callorders.sipgateway.digest.DigestCredentials;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The registration with a trunk, over UDP with a peer of the tests. */
@Tag("long-sip")
class RegistrationTest {
  private static final String UP = "sipgateway_trunk_up{trunk=\"TRUNK\"} 1";
  private static final String DOWN = "sipgateway_trunk_up{trunk=\"TRUNK\"} 0";
  private static final String CHALLENGE =
      "Digest realm=\"trunk\", nonce=\"%s\", algorithm=%s, qop=\"auth\"";

  @TempDir Path directory;
  private SipPeer registrar;
  private GatewayFixture gateway;

  @BeforeEach
  void prepare() throws Exception {
    registrar = new SipPeer();
    gateway =
        new GatewayFixture(directory, registrar.port())
            .set("TRUNK_USER", "alice")
            .set("TRUNK_PASSWORD", "secret")
            .set("TRUNK_DOMAIN", "carrier.example")
            .set("TRUNK_REGISTER", "true");
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    registrar.close();
  }

  @Test
  void registersItsAddressForTheUser() throws Exception {
    gateway.start();
    SipMessage register = registrar.expect("REGISTER");

    assertThat(register.uri()).isEqualTo("sip:carrier.example");
    assertThat(register.header("To")).isEqualTo("<sip:alice@carrier.example>");
    assertThat(register.header("From")).startsWith("<sip:alice@carrier.example>;tag=");
    assertThat(register.header("Contact")).matches("<sip:alice@127\\.0\\.0\\.1:[0-9]+>");
    assertThat(register.header("Expires")).isEqualTo("600");
    assertThat(gateway.metrics()).contains(DOWN);
    registrar.respond(register, 200, "OK", "Expires: 600");
    gateway.awaitMetric(UP);
  }

  @Test
  void noCallIsPlacedBeforeTheRegistration() throws Exception {
    gateway.start();
    SipMessage register = registrar.expect("REGISTER");
    HttpResponse<String> refused = await(gateway.place(gateway.call()));
    assertThat(refused.body()).contains("\"code\":\"trunk_fault\"");
    assertThat(await(gateway.health()).body()).contains("\"down\"");

    registrar.respond(register, 200, "OK", "Expires: 600");
    gateway.awaitMetric(UP);
    assertThat(await(gateway.health()).body()).contains("\"up\"");
    gateway.place(gateway.call());
    registrar.respond(registrar.expect("INVITE"), 486, "Busy Here");
  }

  @ParameterizedTest
  @ValueSource(strings = {"MD5", "SHA-256"})
  void challengeIsAnsweredWithTheNextCseq(String algorithm) throws Exception {
    gateway.start();
    SipMessage register = registrar.expect("REGISTER");
    String challenge = CHALLENGE.formatted("n1", algorithm);
    registrar.respond(register, 401, "Unauthorized", "WWW-Authenticate: " + challenge);
    SipMessage second = registrar.expect("REGISTER");

    assertThat(second.callId()).isEqualTo(register.callId());
    assertThat(second.cseq()).isEqualTo(register.cseq() + 1);
    String expected =
        new DigestCredentials("alice", "secret")
            .answer(
                DigestChallenge.parse(challenge).orElseThrow(),
                "REGISTER",
                "sip:carrier.example",
                second.parameter("Authorization", "cnonce"),
                1);
    assertThat(second.header("Authorization"))
        .isEqualToIgnoringWhitespace(expected.replace(", ", ","));
    registrar.respond(second, 200, "OK", "Expires: 600");
    gateway.awaitMetric(UP);
  }

  @Test
  void wrongPasswordLeavesTheTrunkDownAndIsTriedAgainLater() throws Exception {
    gateway.times(CallTimes.DEFAULT.withRegistration(Duration.ofMillis(200))).start();
    for (String nonce : new String[] {"n1", "n2"}) {
      registrar.respond(
          registrar.expect("REGISTER"),
          401,
          "Unauthorized",
          "WWW-Authenticate: " + CHALLENGE.formatted(nonce, "MD5"));
    }
    SipMessage again = registrar.expect("REGISTER");

    assertThat(again.headers("Authorization")).isEmpty();
    assertThat(gateway.metrics()).contains(DOWN);
    registrar.respond(again, 200, "OK", "Expires: 600");
    gateway.awaitMetric(UP);
  }

  @Test
  void longerTimeIsRequestedWhenTheRegistrarRequiresIt() throws Exception {
    gateway.start();
    registrar.respond(registrar.expect("REGISTER"), 423, "Interval Too Brief", "Min-Expires: 1800");
    SipMessage second = registrar.expect("REGISTER");

    assertThat(second.header("Expires")).isEqualTo("1800");
    registrar.respond(second, 200, "OK", "Expires: 1800");
    gateway.awaitMetric(UP);
  }

  @Test
  void registrationIsRepeatedAtHalfOfTheGrantedTime() throws Exception {
    gateway.start();
    SipMessage register = registrar.expect("REGISTER");
    String contact = register.header("Contact");
    registrar.respond(register, 200, "OK", "Contact: " + contact + ";expires=2", "Expires: 3600");
    SipMessage second = registrar.expect("REGISTER");

    assertThat(second.callId()).isEqualTo(register.callId());
    assertThat(second.cseq()).isEqualTo(register.cseq() + 1);
    assertThat(second.header("Contact")).isEqualTo(contact);
    assertThat(gateway.metrics()).contains(UP);
    registrar.respond(second, 200, "OK", "Expires: 600");
  }

  /** At half of the 4 seconds that our own address has. */
  @Test
  void timeOfAnotherAddressDoesNotCount() throws Exception {
    gateway.start();
    SipMessage register = registrar.expect("REGISTER");
    String ours = "Contact: " + register.header("Contact") + ";expires=4";
    long registered = System.nanoTime();
    registrar.respond(register, 200, "OK", "Contact: <sip:alice@192.0.2.9:5060>;expires=1", ours);
    registrar.respond(registrar.expect("REGISTER"), 200, "OK", ours);

    assertThat(Duration.ofNanos(System.nanoTime() - registered))
        .isGreaterThan(Duration.ofMillis(1_900));
  }

  @Test
  void registrationWithoutTimeHasFailed() throws Exception {
    gateway.times(CallTimes.DEFAULT.withRegistration(Duration.ofSeconds(1))).start();
    SipMessage register = registrar.expect("REGISTER");
    long answered = System.nanoTime();
    registrar.respond(register, 200, "OK", "Expires: 0");
    SipMessage again = registrar.expect("REGISTER");

    assertThat(Duration.ofNanos(System.nanoTime() - answered))
        .isGreaterThan(Duration.ofMillis(900));
    assertThat(gateway.metrics()).contains(DOWN);
    registrar.respond(again, 200, "OK", "Expires: 600");
    gateway.awaitMetric(UP);
  }

  @Test
  void registrationThatCannotBeRepeatedHoldsUntilItExpires() throws Exception {
    gateway.start();
    registrar.respond(registrar.expect("REGISTER"), 200, "OK", "Expires: 4");
    SipMessage second = registrar.expect("REGISTER");
    registrar.respond(second, 503, "Service Unavailable");
    gateway.place(gateway.call());
    registrar.respond(registrar.expect("INVITE"), 486, "Busy Here"); // it still holds
    registrar.expect("ACK");

    gateway.awaitMetric(DOWN);
    assertThat(await(gateway.place(gateway.call())).body()).contains("trunk_fault");
  }

  @Test
  void rejectedRepetitionEndsTheRegistrationAtOnce() throws Exception {
    gateway.start();
    registrar.respond(registrar.expect("REGISTER"), 200, "OK", "Expires: 2");
    gateway.awaitMetric(UP);
    SipMessage second = registrar.expect("REGISTER");
    registrar.respond(second, 403, "Forbidden");

    gateway.awaitMetric(DOWN);
  }

  @Test
  void addressThatTheTrunkSeesIsRegisteredInstead() throws Exception {
    gateway.start();
    SipMessage register = registrar.expect("REGISTER");
    registrar.respondSeenAs("192.0.2.1", 4711, register, 200, "OK", "Expires: 600");
    SipMessage corrected = registrar.expect("REGISTER");

    assertThat(corrected.header("Contact")).isEqualTo("<sip:alice@192.0.2.1:4711>");
    registrar.respondSeenAs("192.0.2.2", 4712, corrected, 200, "OK", "Expires: 600");
    gateway.place(gateway.call());
    SipMessage invite = registrar.expect("INVITE"); // no third one: its address changes each time
    assertThat(invite.header("Contact")).isEqualTo("<sip:+493023125000@192.0.2.2:4712>");
    registrar.respond(invite, 486, "Busy Here");
  }

  @Test
  void callsTakeTheRoutesThatTheRegistrarRequires() throws Exception {
    gateway.start();
    String route = "<sip:127.0.0.1:" + registrar.port() + ";lr>";
    registrar.respond(
        registrar.expect("REGISTER"), 200, "OK", "Service-Route: " + route, "Expires: 600");
    gateway.awaitMetric(UP);
    gateway.place(gateway.call());
    SipMessage invite = registrar.expect("INVITE");

    assertThat(invite.headers("Route")).containsExactly(route);
    registrar.respond(invite, 486, "Busy Here");
  }
}
