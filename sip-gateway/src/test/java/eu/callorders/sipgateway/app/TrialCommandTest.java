package eu.callorders.sipgateway.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.sipgateway.call.SipMessage;
import eu.callorders.sipgateway.call.SipPeer;
import eu.callorders.sipgateway.call.SpeechProgram;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The trunk's self-test, with a peer of the tests as trunk. */
class TrialCommandTest {
  private static final String NUMBER = "+493023125021";

  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private SipPeer trunk;
  private Map<String, String> environment;

  @BeforeEach
  void start() throws Exception {
    trunk = new SipPeer();
    environment =
        new HashMap<>(
            Map.of(
                "SIPGATEWAY_SECRET", "whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=",
                "SIPGATEWAY_LISTEN", "udp:127.0.0.1:0",
                "SIPGATEWAY_TRUNK", "sip:127.0.0.1:" + trunk.port(),
                "SIPGATEWAY_CALLER_IDS", "+493023125000",
                "SIPGATEWAY_RTP_PORTS", "30000-39999",
                "SIPGATEWAY_SPEECH", new SpeechProgram(directory).path() + " {file}"));
  }

  @AfterEach
  void stop() {
    trunk.close();
  }

  @Test
  void answeredCallPasses() throws Exception {
    CompletableFuture<Integer> status = run("call", "--to", NUMBER);
    SipMessage invite = trunk.expect("INVITE");
    assertThat(invite.uri()).contains(NUMBER);
    trunk.respond(invite, 180, "Ringing");
    trunk.respondWithSound(invite, 200, "OK", "Session-Expires: 600;refresher=uac");
    trunk.expect("ACK");
    trunk.sound.awaitSpeech();
    trunk.sound.speak(new byte[160], invite.mediaPort());
    trunk.sound.press('9', invite.mediaPort());
    trunk.respond(trunk.expect("BYE"), 200, "OK");

    assertThat(status.get(60, TimeUnit.SECONDS)).as(this::output).isZero();
    assertThat(output())
        .containsPattern("(?m)^ +[0-9.]+ {2}-> INVITE to udp:127.0.0.1:" + trunk.port() + "$")
        .containsPattern("(?m)^ +[0-9.]+ {2}<- 180 Ringing for INVITE$")
        .containsPattern("(?m)^ok +ringing +after ")
        .containsPattern("(?m)^ok +codec +PCMA$")
        .containsPattern("(?m)^ok +sound +sent ")
        .containsPattern("(?m)^ok +keys +heard 1$")
        .containsPattern("(?m)^ok +session timer +600 s, refreshed by us$")
        .contains("The trunk works.");
  }

  @Test
  void rejectedCallFails() throws Exception {
    environment.put("SIPGATEWAY_TRUNK_USER", "alice");
    environment.put("SIPGATEWAY_TRUNK_PASSWORD", "wrong");
    CompletableFuture<Integer> status = run("call", "--to", NUMBER);
    for (int i = 0; i < 2; i++) {
      SipMessage invite = trunk.expect("INVITE");
      trunk.respond(
          invite,
          407,
          "Proxy Authentication Required",
          "Proxy-Authenticate: Digest realm=\"t\", nonce=\"n" + i + "\", algorithm=MD5");
      trunk.expect("ACK");
    }

    assertThat(status.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(output())
        .containsPattern("(?m)^FAILED +digest +MD5, user or password rejected$")
        .containsPattern("(?m)^FAILED +answer +not placed: trunk_fault$")
        .doesNotContain("wrong ");
  }

  @Test
  void registersFirst() throws Exception {
    environment.put("SIPGATEWAY_TRUNK_USER", "alice");
    environment.put("SIPGATEWAY_TRUNK_PASSWORD", "secret");
    environment.put("SIPGATEWAY_TRUNK_REGISTER", "true");
    CompletableFuture<Integer> status = run("call", "--to", NUMBER, "--from", "+493023125000");
    trunk.respond(trunk.expect("REGISTER"), 200, "OK", "Expires: 600");
    trunk.respond(trunk.expect("INVITE"), 486, "Busy Here");

    assertThat(status.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(output())
        .containsPattern("(?m)^ok +registration +accepted$")
        .containsPattern("(?m)^FAILED +answer +busy, normal: busy here \\(486\\)$");
  }

  @Test
  void hostWithoutAddressFails() throws Exception {
    environment.put("SIPGATEWAY_TRUNK", "sip:nowhere.invalid");

    assertThat(run("call", "--to", NUMBER).get(60, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(output()).containsPattern("(?m)^FAILED +DNS +nowhere.invalid has no address$");
  }

  @ParameterizedTest
  @ValueSource(strings = {"call", "call --to", "call --to 030123", "--to +4930123456", "calls"})
  void malformedArgumentsAreExplained(String line) throws Exception {
    assertThat(run(line.split(" ")).get(60, TimeUnit.SECONDS)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).isNotBlank();
  }

  private CompletableFuture<Integer> run(String... arguments) {
    return CompletableFuture.supplyAsync(
        () ->
            SipGatewayMain.run(
                arguments,
                environment,
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8)));
  }

  private String output() {
    return out.toString(UTF_8) + err.toString(UTF_8);
  }
}
