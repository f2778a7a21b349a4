package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Fact;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EvidenceFactsTest {
  static final String EVIDENCE =
      """
      {"call_id":"call_1","created_at":"2026-11-23T13:02:25.000Z","jws":"eyJ.eyJ.c2ln",
       "document":{"attempt":1,
        "decision":{"at":"2026-11-23T13:00:00.000Z","timezone":"Europe/Berlin","rules":[
          {"rule":"suppression","verdict":"pass"},
          {"rule":"hold","verdict":"pass"},
          {"rule":"contacts_per_day","verdict":"pass","figures":{"used":0,"limit":1}},
          {"rule":"moon_phase","verdict":"pass","figures":{"phase":"full","days":[1,2]}}],
         "window":[{"rule":"statutory_hours","verdict":"pass","source":"DE/1",
           "figures":{"zone":"Europe/Berlin"}}]},
        "caller_id_hash":{"key_id":"k1","hmac":"ab12"},
        "disclosure":{"language":"de","text_sha256":"c0ffee","fallback":true,
         "spoken_at":"2026-11-23T13:00:11.000Z","spoken_sha256":"c0ffee"},
        "compliance_basis":{"kind":"consent","evidence_ref":"C-17"},
        "call":{"answered_at":"2026-11-23T13:00:09.870Z","ended_at":"2026-11-23T13:02:21.040Z",
         "disposition":"answered","objected":false,"reported":true},
        "gateway_events":[{"type":"call.disclosed","sequence":3,"at":"2026-11-23T13:00:11.000Z"}]},
       "inclusion":{"root":"beef","leaves":1,"leaf":0,"path":[]}}
      """;

  private final Locale language = Locale.getDefault();

  @BeforeEach
  void speakEnglish() {
    Locale.setDefault(Locale.ENGLISH);
  }

  @AfterEach
  void restoreLanguage() {
    Locale.setDefault(language);
  }

  private static List<EvidenceFacts.Part> parts(String evidence) {
    JsonNode json = Json.parse(evidence).orElseThrow();
    return new EvidenceFacts(Texts.of(EvidenceFacts.class), new TimestampFormatter()).parts(json);
  }

  private static List<String> facts(String evidence, String title) {
    return parts(evidence).stream()
        .filter(part -> part.title().equals(title))
        .flatMap(part -> part.facts().stream())
        .filter(fact -> !fact.value().isBlank())
        .map(EvidenceFactsTest::line)
        .toList();
  }

  private static String line(Fact fact) {
    return fact.name() + " = " + fact.value();
  }

  @Test
  void showsEachPart() {
    assertThat(parts(EVIDENCE))
        .extracting(EvidenceFacts.Part::title)
        .containsExactly(
            "",
            "Rules of the dial",
            "Calling window",
            "Disclosure",
            "Reason for the call",
            "Events of the gateway",
            "Proof");
    assertThat(facts(EVIDENCE, ""))
        .contains("Outcome = Answered", "Objected to calls = no", "Report arrived = yes");
  }

  /** Rules that the console does not know show their figures. */
  @Test
  void explainsEachRule() {
    assertThat(facts(EVIDENCE, "Rules of the dial"))
        .containsExactly(
            "Do-not-call list = passes: Neither the person nor the number is on the do-not-call"
                + " list.",
            "Hold = passes: No hold bars the person, the number or the claim.",
            "Contacts of the person per day = passes: 0 of 1 contacts of the person today are"
                + " used.",
            "moon phase = passes: phase full, days 1, 2");
    assertThat(facts(EVIDENCE, "Calling window"))
        .containsExactly("statutory hours = passes: DE/1 · zone Europe/Berlin");
  }

  @Test
  void comparesWhatWasSpokenWithWhatWasPrescribed() {
    assertThat(facts(EVIDENCE, "Disclosure")).contains("Text = as prescribed", "SHA-256 = c0ffee");
    assertThat(
            facts(
                EVIDENCE.replace("\"spoken_sha256\":\"c0ffee\"", "\"spoken_sha256\":\"f\""),
                "Disclosure"))
        .contains("Text = other than prescribed");
    String silent =
        EVIDENCE.replace(
            ",\n   \"spoken_at\":\"2026-11-23T13:00:11.000Z\",\"spoken_sha256\":\"c0ffee\"", "");
    assertThat(facts(silent, "Disclosure"))
        .contains("Spoken on = not reported by the gateway")
        .noneMatch(line -> line.startsWith("Text"));
  }

  @Test
  void saysThatTheRootIsNotInTheAuditLogYet() {
    assertThat(facts(EVIDENCE, "Proof")).contains("Root in the audit log = beef");
    String early =
        EVIDENCE.replace(
            ",\n \"inclusion\":{\"root\":\"beef\",\"leaves\":1,\"leaf\":0,\"path\":[]}", "");
    assertThat(facts(early, "Proof"))
        .contains("Root in the audit log = Not there yet; it appears within two minutes.");
  }

  @Test
  void saysHowManyEventsAreLeftOut() {
    assertThat(facts(EVIDENCE, "Events of the gateway")).hasSize(1);
    assertThat(facts(omitting(54), "Events of the gateway"))
        .last()
        .isEqualTo("Left out = 54 more events, because the call has so many.");
    assertThat(facts(omitting(1), "Events of the gateway"))
        .last()
        .isEqualTo("Left out = One more event, because the call has so many.");
    assertThat(facts(omitting(0), "Events of the gateway")).hasSize(1);
  }

  private static String omitting(int events) {
    return EVIDENCE.replace(
        "\"gateway_events\"", "\"gateway_events_omitted\":" + events + ",\"gateway_events\"");
  }

  @Test
  void leavesOutWhatIsMissing() {
    assertThat(parts("{\"document\":{\"decision\":{\"restored\":true}}}"))
        .extracting(EvidenceFacts.Part::title)
        .containsExactly("Rules of the dial", "Proof");
  }
}
