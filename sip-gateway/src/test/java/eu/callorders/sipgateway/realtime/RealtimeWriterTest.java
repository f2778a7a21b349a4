package eu.callorders.sipgateway.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.conformance.TestBed;
import eu.callorders.gatewaykit.conformance.TestCallFactory;
import eu.callorders.gatewaykit.conformance.TestNumber;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RealtimeWriterTest {
  private static RealtimeSchema schema;

  private final PlaceCall call =
      new TestCallFactory(
              TestBed.magicNumbers(),
              "live",
              UUID.randomUUID(),
              InstantSource.system(),
              new Random(1))
          .call(TestNumber.ANSWERS);

  @BeforeAll
  static void load() throws Exception {
    schema = new RealtimeSchema();
  }

  @Test
  void sessionHasG711AndFourFunctionsAndNoTracing() throws Exception {
    JsonNode session = check(RealtimeWriter.session(call, "marin")).path("session");

    assertThat(session.at("/audio/input/format/type").asText()).isEqualTo("audio/pcmu");
    assertThat(session.at("/audio/output/format/type").asText()).isEqualTo("audio/pcmu");
    assertThat(session.at("/audio/output/voice").asText()).isEqualTo("marin");
    assertThat(session.at("/audio/input/turn_detection/type").asText()).isEqualTo("server_vad");
    assertThat(session.has("tracing")).isTrue();
    assertThat(session.path("tracing").isNull()).isTrue();
    assertThat(session.path("tools").findValuesAsText("name"))
        .containsExactly("objection", "voicemail", "hang_up", "report");
    assertThat(session.at("/output_modalities/0").asText()).isEqualTo("audio");
  }

  @Test
  void personIsTranscribedOnlyForATranscript() throws Exception {
    boolean transcribed =
        check(RealtimeWriter.session(call, "marin"))
            .at("/session/audio/input")
            .has("transcription");

    assertThat(transcribed).isEqualTo(call.transcript());
  }

  @Test
  void languageThatIsUndeterminedIsLeftOut() throws Exception {
    assertThat(transcription("de-DE").path("language").asText()).isEqualTo("de");
    assertThat(transcription("und").has("model")).isTrue();
    assertThat(transcription("und").has("language")).isFalse();
  }

  private JsonNode transcription(String locale) throws IOException {
    PlaceCall transcribed = changed(locale, call.briefing(), true);
    return check(RealtimeWriter.session(transcribed, "marin"))
        .at("/session/audio/input/transcription");
  }

  @Test
  void instructionsHaveRulesAndBriefingButNoNumber() throws Exception {
    String instructions = instructions(call);

    assertThat(instructions)
        .contains("Never say or suggest that you are human")
        .contains("record_wish_only")
        .contains(call.disclosure())
        .contains(call.briefing().familyName())
        .contains("German")
        .doesNotContain(call.to().e164())
        .doesNotContain(call.from().e164());
  }

  @ParameterizedTest
  @CsvSource({
    "name_only,,,true",
    "date_of_birth,1980-05-03,,true",
    "date_of_birth,,,false",
    "postal_code,,10115,true",
    "postal_code,1980-05-03,,false",
    "handshake,1980-05-03,10115,false"
  })
  void claimIsWithheldWhenTheIdentityCannotBeVerified(
      String mode, String birth, String postalCode, boolean verifiable) throws Exception {
    String instructions = instructions(briefed(mode, birth, postalCode));

    assertThat(instructions.contains("Stadtwerke")).isEqualTo(verifiable);
    assertThat(instructions.contains("anyone. Ask the person to call back")).isEqualTo(!verifiable);
  }

  @Test
  void otherMessagesMatchTheSchema() throws Exception {
    assertThat(check(RealtimeWriter.audio(new byte[] {0, 1})).path("audio").asText())
        .isEqualTo("AAE=");
    assertThat(check(RealtimeWriter.respond()).path("type").asText()).isEqualTo("response.create");
    assertThat(check(RealtimeWriter.cancel()).path("type").asText()).isEqualTo("response.cancel");
    JsonNode report = check(RealtimeWriter.respondWithReport()).path("response");
    assertThat(report.at("/tool_choice/name").asText()).isEqualTo("report");
    assertThat(report.at("/output_modalities/0").asText()).isEqualTo("text");
    JsonNode note = check(RealtimeWriter.note("The call has ended.")).path("item");
    assertThat(note.path("role").asText()).isEqualTo("system");
    assertThat(note.at("/content/0/text").asText()).isEqualTo("The call has ended.");
    JsonNode result = check(RealtimeWriter.result("c1", Map.of("status", "reported"))).path("item");
    assertThat(result.path("call_id").asText()).isEqualTo("c1");
    assertThat(result.path("output").asText()).isEqualTo("{\"status\":\"reported\"}");
    JsonNode cut = check(RealtimeWriter.truncate("i1", 1200));
    assertThat(cut.path("audio_end_ms").asInt()).isEqualTo(1200);
  }

  private PlaceCall briefed(String mode, String birth, String postalCode) {
    Briefing briefing =
        new Briefing(
            "Erika",
            "Muster",
            null,
            birth,
            postalCode,
            Map.of("creditor_name", "Stadtwerke"),
            List.of(),
            Map.of(),
            Map.of(),
            null,
            mode);
    return changed(call.locale(), briefing, call.transcript());
  }

  private PlaceCall changed(String locale, Briefing briefing, boolean transcript) {
    return new PlaceCall(
        call.attemptId(),
        call.orderId(),
        call.tenantId(),
        call.attemptNumber(),
        call.to(),
        call.from(),
        call.agent(),
        locale,
        briefing,
        call.disclosure(),
        call.ringTimeout(),
        call.maxDuration(),
        transcript,
        call.environment(),
        call.notAfter(),
        call.tenantTime(),
        call.simulate(),
        call.origin());
  }

  private static String instructions(PlaceCall about) throws IOException {
    return check(RealtimeWriter.session(about, "marin")).at("/session/instructions").asText();
  }

  private static JsonNode check(String message) throws IOException {
    return schema.checkClient(message);
  }
}
