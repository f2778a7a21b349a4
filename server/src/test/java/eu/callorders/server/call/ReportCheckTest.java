package eu.callorders.server.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Engagement;
import eu.callorders.core.call.Reachability;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.server.json.Json;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportCheckTest {

  @Test
  void appliesDefaultsOfTheCode() {
    AgentReport report = check("{\"summary_code\": \"refused\"}").orElseThrow();

    assertThat(report.conversation().summary()).isEqualTo(SummaryCode.REFUSED);
    assertThat(report.conversation().reachability()).isEqualTo(Reachability.SUBJECT_REACHED);
    assertThat(report.conversation().engagement()).isEqualTo(Engagement.DECLINED);
    assertThat(report.conversation().actor()).isEqualTo(Actor.SUBJECT);
    assertThat(report.identityConfirmed()).isFalse();
    assertThat(report.aiDisclosed()).isFalse();
  }

  @Test
  void readsFullReport() {
    AgentReport report =
        check(
                """
                {"summary_code": "payment_promised", "reachability": "subject_reached",
                 "engagement": "completed", "identity_confirmed": true, "ai_disclosed": true,
                 "language": "de", "summary": "Zahlt am Freitag.",
                 "findings": {
                   "payment_promise": {"amount": {"value": "120.50", "currency": "EUR"},
                                       "on": "2026-07-10"},
                   "wishes": {"installments": {"amount": {"value": "20", "currency": "EUR"},
                                               "interval": "monthly", "first_on": "2026-08-01"},
                              "binding": false},
                   "callback": {"from": "2026-07-10T10:00:00Z", "to": "2026-07-10T12:00:00Z"}}}
                """)
            .orElseThrow();

    assertThat(report.identityConfirmed()).isTrue();
    assertThat(report.summary()).isEqualTo("Zahlt am Freitag.");
    assertThat(AgentReport.read(report.toJson())).isEqualTo(report);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"summary_code\": \"invented\"}",
        "{\"summary_code\": \"voicemail\"}",
        "{\"summary_code\": 7}",
        "{\"summary_code\": null}",
        "{\"summary_code\": [\"refused\"]}"
      })
  void requiresConversationCode(String document) {
    assertThat(check(document)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"identity_confirmed\": \"yes\"",
        "\"ai_disclosed\": 1",
        "\"language\": 5",
        "\"language\": \"a very long name of a language that is not spoken at all\"",
        "\"reachability\": {}",
        "\"engagement\": []",
        "\"summary\": {\"text\": \"nested\"}",
        "\"findings\": []",
        "\"findings\": \"none\"",
        "\"findings\": {\"dispute\": \"no\"}",
        "\"findings\": {\"dispute\": {\"ground\": 1}}",
        "\"findings\": {\"wishes\": {\"installments\": 3}}",
        "\"findings\": {\"wishes\": {\"installments\": {\"interval\": {}}}}",
        "\"findings\": {\"wishes\": {\"binding\": true}}",
        "\"findings\": {\"payment_promise\": {\"on\": \"tomorrow\"}}",
        "\"findings\": {\"payment_promise\": {\"on\": \"2026-02-30\"}}",
        "\"findings\": {\"payment_promise\": {\"on\": {\"day\": 1}}}",
        "\"findings\": {\"payment_promise\": {\"amount\": 120.5}}",
        "\"findings\": {\"payment_promise\": {\"amount\": {\"value\": \"1e9\", \"currency\":"
            + " \"EUR\"}}}",
        "\"findings\": {\"payment_promise\": {\"amount\": {\"value\": \"1.005\", \"currency\":"
            + " \"EUR\"}}}",
        "\"findings\": {\"payment_promise\": {\"amount\": {\"value\": \"1\", \"currency\":"
            + " \"euro\"}}}",
        "\"findings\": {\"payment_promise\": {\"amount\": {\"value\": \"1\"}}}",
        "\"findings\": {\"callback\": {\"from\": \"2026-07-10T10:00:00\"}}",
        "\"findings\": {\"callback\": {\"from\": 5}}",
        "\"findings\": {\"objection\": true}",
        "\"findings\": {\"objection\": {\"scope\": \"email\"}}"
      })
  void rejectsInvalidMembers(String member) {
    assertThat(check("{\"summary_code\": \"refused\", %s}".formatted(member))).isEmpty();
  }

  @Test
  void limitsSummaryToFiveHundredCharacters() {
    assertThat(check(withSummary("x".repeat(500)))).isPresent();
    assertThat(check(withSummary("x".repeat(501)))).isEmpty();
  }

  @Test
  void countsCodePoints() {
    assertThat(check(withSummary("😀".repeat(500)))).isPresent();
  }

  @Test
  void treatsNullAsAbsent() {
    assertThat(
            check(
                """
                {"summary_code": "refused", "summary": null, "findings": {"dispute": null},
                 "identity_confirmed": null}
                """))
        .isPresent();
  }

  @Test
  void ignoresUnknownMembers() {
    assertThat(check("{\"summary_code\": \"refused\", \"mood\": \"fine\"}")).isPresent();
  }

  @Test
  void ignoresSuppressionFromTheAgent() {
    AgentReport report =
        check(
                """
                {"summary_code": "objection_to_calls",
                 "findings": {"objection":
                   {"scope": "voice", "suppression_id": "sup_01h455vb4pex5vsknk084sn02q"}}}
                """)
            .orElseThrow();

    assertThat(report.conversation().findings().objection().suppressionId()).isNull();
  }

  @Test
  void redactsAccountNumbers() {
    AgentReport report =
        check(
                """
                {"summary_code": "disputed", "summary": "Von DE89 3704 0044 0532 0130 00 bezahlt",
                 "findings": {"dispute": {"statement": "Karte 4111 1111 1111 1111"}}}
                """)
            .orElseThrow();

    assertThat(report.summary()).isEqualTo("Von *************************** bezahlt");
    assertThat(report.conversation().findings().dispute().statement())
        .isEqualTo("Karte *******************");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Not my debt", "not-my-debt", "\u00e9", "abc\u0664", "4111111111111111", "a b"})
  void movesFreeTextGroundToTheStatement(String ground) {
    AgentReport report = check(disputing(ground, "\"statement\": \"No.\"")).orElseThrow();

    assertThat(report.conversation().findings().dispute().ground()).isEqualTo("other");
    assertThat(report.conversation().findings().dispute().statement())
        .isEqualTo("No. " + TextRedaction.redact(ground).text());
  }

  @Test
  void truncatesLongGround() {
    AgentReport report = check(disputing("😀".repeat(600), "\"x\": 1")).orElseThrow();

    assertThat(report.conversation().findings().dispute().ground()).isEqualTo("other");
    assertThat(report.conversation().findings().dispute().statement()).isEqualTo("😀".repeat(500));
  }

  @Test
  void keepsGroundCode() {
    AgentReport report = check(disputing("already_paid_2", "\"x\": 1")).orElseThrow();

    assertThat(report.conversation().findings().dispute().ground()).isEqualTo("already_paid_2");
    assertThat(report.conversation().findings().dispute().statement()).isNull();
  }

  private static String disputing(String ground, String more) {
    return "{\"summary_code\": \"disputed\", \"findings\": {\"dispute\": {\"ground\": \"%s\", %s}}}"
        .formatted(ground, more);
  }

  private static String withSummary(String summary) {
    return "{\"summary_code\": \"refused\", \"summary\": \"%s\"}".formatted(summary);
  }

  private static Optional<AgentReport> check(String document) {
    return ReportCheck.check(
        Json.mapper()
            .convertValue(Json.parse(document), new TypeReference<Map<String, Object>>() {}));
  }
}
