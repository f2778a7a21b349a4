package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls through programs that were not written here. */
@Tag("long-sip")
class LaboratoryTest {
  private static final int TESTS = 7;

  /** Without a pause, as on a machine. */
  private static final String GREETING =
      "Guten Tag dies ist der Anschluss von Erika Muster ich bin zurzeit nicht zu erreichen bitte"
          + " hinterlassen Sie nach dem Signalton eine Nachricht und ich rufe Sie zurück";

  @TempDir Path directory;
  private Laboratory laboratory;
  private GatewayFixture gateway;

  @BeforeAll
  static void requirePrograms() {
    Laboratory.require(TESTS);
  }

  private void start(String algorithm) throws Exception {
    start(algorithm, null, Laboratory.SPEECH);
  }

  /** A telephone at which a voice says something. */
  private void start(String algorithm, @Nullable String greeting, String speech) throws Exception {
    Path lab = Files.createDirectory(directory.resolve("lab"));
    laboratory = new Laboratory(lab, algorithm, greeting, null);
    gateway =
        new GatewayFixture(directory, laboratory.trunkPort())
            .set("TRUNK_USER", "gateway")
            .set("TRUNK_PASSWORD", "secret")
            .set("SPEECH", speech)
            .start();
  }

  /** A trunk that takes TLS alone, and a softphone that takes encrypted sound alone. */
  private void startEncrypted(String trunkName, String name) throws Exception {
    Path lab = Files.createDirectory(directory.resolve("lab"));
    TestCertificates authority = new TestCertificates(directory, "authority");
    laboratory = new Laboratory(lab, "SHA-256", null, authority.pemFile(name));
    Path own = authority.pemFile("gateway.test");
    gateway =
        new GatewayFixture(directory, laboratory.trunkPort())
            .set("TRUNK", "sip:" + trunkName + ":" + laboratory.trunkPort() + ";transport=tls")
            .set("LISTEN", "tls:127.0.0.1:0")
            .set("TLS_CA_FILE", authority.trusted().toString())
            .set("TLS_CERT_FILE", own.toString())
            .set("TLS_KEY_FILE", own.toString())
            .set("TRUNK_SRTP", "required")
            .set("TRUNK_USER", "gateway")
            .set("TRUNK_PASSWORD", "secret")
            .set("SPEECH", Laboratory.SPEECH)
            .start();
  }

  @AfterEach
  void stop() throws Exception {
    if (gateway != null) {
      gateway.close();
    }
    if (laboratory != null) {
      laboratory.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"MD5", "SHA-256"})
  void personHearsSpeechAndObjectsWhileTheCallStands(String algorithm) throws Exception {
    start(algorithm);
    answer();
    laboratory.awaitSpeech(3);
    laboratory.press("9");

    assertThat(gateway.eventsUpTo(GatewayEvent.Objection.class)).doesNotContain("Ended");
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("agent");
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "objection_to_calls");
    assertThat(laboratory.carriedCalls())
        .singleElement()
        .satisfies(callId -> assertThat(gateway.callLog()).allMatch(line -> line.contains(callId)));
  }

  @Test
  void personHangsUp() throws Exception {
    start("SHA-256");
    answer();
    laboratory.awaitSpeech(1);
    laboratory.press("b");

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("subject");
  }

  @Test
  void machineHearsNothingOfTheClaim() throws Exception {
    Path spoken = directory.resolve("spoken");
    Path speech = Files.writeString(directory.resolve("note"), "tee -a " + spoken + " | \"$@\"");
    start("SHA-256", GREETING, "sh " + speech + " " + Laboratory.SPEECH);
    answer();

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition())
        .as(() -> "%s%n%s".formatted(ended, laboratory.logs()))
        .isEqualTo(Disposition.VOICEMAIL);
    assertThat(spoken).content().contains("KI im Auftrag").doesNotContain("120", "Stadtwerke");
  }

  @Test
  void encryptedCallIsHeardAndItsKeysCount() throws Exception {
    startEncrypted("localhost", "localhost");
    answer();
    laboratory.awaitSpeech(3);
    laboratory.press("9");

    gateway.awaitEvent(GatewayEvent.Objection.class);
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("agent");
  }

  @Test
  void personHangsUpAnEncryptedCall() throws Exception {
    startEncrypted("localhost", "localhost");
    answer();
    laboratory.awaitSpeech(1);
    laboratory.press("b");

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("subject");
  }

  @Test
  void trunkWithAnotherNameCarriesNothing() throws Exception {
    startEncrypted("localhost", "other.example");
    HttpResponse<String> refused = GatewayFixture.await(gateway.place(call()));

    assertThat(refused.body()).contains("\"code\":\"trunk_fault\"");
    assertThat(laboratory.carriedCalls()).isEmpty();
  }

  private void answer() throws Exception {
    HttpResponse<String> placed = GatewayFixture.await(gateway.place(call()));
    assertThat(placed.statusCode())
        .as(() -> placed.body() + "\n" + laboratory.logs())
        .isEqualTo(201);
    try {
      gateway.awaitEvent(GatewayEvent.Answered.class);
    } catch (AssertionError silent) {
      throw new AssertionError(laboratory.logs(), silent);
    }
  }

  private PlaceCall call() {
    return CallVariants.to(gateway.call(), "+493023125321", "+493023125000");
  }
}
