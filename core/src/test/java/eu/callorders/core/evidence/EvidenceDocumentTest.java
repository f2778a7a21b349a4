package eu.callorders.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.IdKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceDocumentTest {
  private static final Instant AT = Instant.parse("2026-11-23T13:00:00Z");
  private static final UUID TENANT = UUID.randomUUID();
  private static final String HASH = "0a".repeat(32);
  private static final PhoneNumber PHONE = new PhoneNumber("+493023125021");
  private static final Attempt ATTEMPT =
      Attempt.placing(UUID.randomUUID(), UUID.randomUUID(), PHONE).withAttemptNumber(2);

  private static final Map<String, Object> DECISION =
      Map.of(
          "at",
          "2026-11-23T13:00:00.000Z",
          "timezone",
          "Europe/Berlin",
          "rules",
          List.of(
              Map.of(
                  "rule",
                  "suppression",
                  "verdict",
                  "pass",
                  "message",
                  "Neither is on the do-not-call list."),
              Map.of(
                  "rule",
                  "contacts_per_day",
                  "verdict",
                  "pass",
                  "message",
                  "0 of 1 contacts are used.",
                  "parameters",
                  Map.of("used", 0, "limit", 1, "source", "DE/3"))),
          "window",
          List.of(
              Map.of(
                  "rule",
                  "country_hours",
                  "verdict",
                  "pass",
                  "source",
                  "DE/3",
                  "parameters",
                  Map.of("hours", List.of("08:00-20:00"), "holiday", "Day of German Unity"))),
          "disclosure",
          Map.of("language", "de", "text_sha256", HASH, "fallback", false));

  private static CallFacts facts(Map<String, Object> decision, List<RecordedEvent> events) {
    return facts(decision, new RecordedEvents(events, 0));
  }

  private static CallFacts facts(Map<String, Object> decision, RecordedEvents events) {
    return new CallFacts(
        "https://api.test",
        "live",
        TENANT,
        ATTEMPT,
        AT,
        decision,
        new CallFacts.KeyedHash("key", HASH),
        null,
        true,
        events,
        AT.plusSeconds(90));
  }

  @Test
  void statesTheDecisionWithItsFiguresAndRows() {
    Map<String, Object> document = EvidenceDocument.of(facts(DECISION, List.of()));

    assertThat(document)
        .containsEntry("iss", "https://api.test")
        .containsEntry("iat", AT.plusSeconds(90).getEpochSecond())
        .containsEntry("environment", "live")
        .containsEntry("tenant_id", IdKind.TENANT.format(TENANT))
        .containsEntry("call_id", IdKind.CALL.format(ATTEMPT.id()))
        .containsEntry("attempt", 2)
        .containsEntry("counters", Map.of("contacts_per_day", Map.of("used", 0, "limit", 1)))
        .containsEntry("checks", Map.of("suppression", "pass"))
        .containsEntry("caller_id_hash", Map.of("key_id", "key", "hmac", HASH));
    assertThat(document.get("decision"))
        .isEqualTo(
            Map.of(
                "at",
                "2026-11-23T13:00:00.000Z",
                "timezone",
                "Europe/Berlin",
                "rules",
                List.of(
                    Map.of("rule", "suppression", "verdict", "pass"),
                    Map.of(
                        "rule",
                        "contacts_per_day",
                        "verdict",
                        "pass",
                        "figures",
                        Map.of("used", 0, "limit", 1, "source", "DE/3"))),
                "window",
                List.of(
                    Map.of(
                        "rule",
                        "country_hours",
                        "verdict",
                        "pass",
                        "source",
                        "DE/3",
                        "figures",
                        Map.of("hours", List.of("08:00-20:00"))))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Erika Mustermann", "+493023125021", "4930231250", "a text", "\u00e4", "x@y.test"})
  void figuresHoldNoNameNumberOrText(String value) {
    Map<String, Object> decision =
        Map.of(
            "rules",
            List.of(
                Map.of(
                    "rule",
                    "later",
                    "verdict",
                    "pass",
                    "parameters",
                    Map.of("a", value, "list", List.of(value), "deep", Map.of("b", value)))));

    assertThat(EvidenceDocument.of(facts(decision, List.of())).toString()).doesNotContain(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DE/1", "LI by */1", "DE-BE,BY by jollyday 2.19.0"})
  void sourcesAreStated(String source) {
    Map<String, Object> rule = Map.of("rule", "country_hours", "verdict", "pass", "source", source);

    assertThat(EvidenceDocument.of(facts(Map.of("window", List.of(rule)), List.of())).toString())
        .contains("source=" + source + "}");
  }

  @Test
  void checksOfHoldsAreStatedWithTheDoNotCallList() {
    Map<String, Object> decision =
        Map.of("rules", List.of(Map.of("rule", "hold", "verdict", "pass")));

    assertThat(EvidenceDocument.of(facts(decision, List.of())))
        .containsEntry("checks", Map.of("hold", "pass"));
  }

  @Test
  void statesTheAnswerOfTheClientWithItsAmount() {
    Map<String, Object> check =
        Map.of(
            "decision",
            "proceed",
            "asked_at",
            "2026-11-23T12:59:59.000Z",
            "outstanding",
            Map.of("value", "12345", "currency", "EUR"));

    assertThat(EvidenceDocument.of(facts(Map.of("predial_check", check), List.of())))
        .containsEntry("predial_check", check);
    assertThat(EvidenceDocument.of(facts(DECISION, List.of()))).doesNotContainKey("predial_check");
  }

  @Test
  void statesWhatTheGatewayHasSpoken() {
    List<RecordedEvent> events =
        List.of(
            new RecordedEvent(RecordedEvent.ANSWERED, 3, AT, null),
            new RecordedEvent(RecordedEvent.DISCLOSED, 4, AT.plusSeconds(5), HASH));

    Map<String, Object> document = EvidenceDocument.of(facts(DECISION, events));

    assertThat(document.get("disclosure"))
        .isEqualTo(
            Map.of(
                "language",
                "de",
                "text_sha256",
                HASH,
                "fallback",
                false,
                "spoken_at",
                "2026-11-23T13:00:05.000Z",
                "spoken_sha256",
                HASH));
    assertThat(document.get("gateway_events"))
        .isEqualTo(
            List.of(
                Map.of("type", "call.answered", "sequence", 3L, "at", "2026-11-23T13:00:00.000Z"),
                Map.of(
                    "type", "call.disclosed", "sequence", 4L, "at", "2026-11-23T13:00:05.000Z")));
    assertThat(document).doesNotContainKey("gateway_events_omitted");
    assertThat(EvidenceDocument.of(facts(DECISION, new RecordedEvents(events, 7))))
        .containsEntry("gateway_events_omitted", 7);
  }

  @Test
  void callOfARestoredDatabaseHasNoRules() {
    Map<String, Object> document =
        EvidenceDocument.of(
            facts(Map.of("at", "2026-11-23T13:00:00.000Z", "restored", true), List.of()));

    assertThat(document).doesNotContainKeys("disclosure", "compliance_basis");
    assertThat(document.get("decision"))
        .isEqualTo(
            Map.of(
                "at",
                "2026-11-23T13:00:00.000Z",
                "restored",
                true,
                "rules",
                List.of(),
                "window",
                List.of()));
  }
}
