package eu.callorders.sipgateway.agent;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.telephony.Briefing;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeypadAgentTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-11-20");
  private static final Map<String, Object> CLAIM =
      Map.of(
          "creditor_name",
          "Beispiel Versand GmbH",
          "outstanding",
          Map.of("value", "149.90", "currency", "EUR"),
          "due_date",
          "2026-10-01");

  private final List<AgentAction> actions = new ArrayList<>();

  @Test
  void namesTheClaimAfterTheBirthDateOnly() {
    KeypadAgent agent = begin("date_of_birth", "1984-02-29", null);
    assertThat(lastSaid()).contains("Frau Erika Mustermann").contains("drücken");
    press(agent, "1");
    assertThat(lastSaid()).contains("Geburtsdatum");
    press(agent, "2902198");
    assertThat(said()).noneMatch(KeypadAgentTest::namesClaim);

    press(agent, "4");
    assertThat(lastSaid())
        .contains("Beispiel Versand GmbH")
        .contains("149,90 Euro")
        .contains("1. Oktober 2026");
    assertThat(agent.outcome().identityConfirmed()).isTrue();
  }

  @Test
  void secondWrongBirthDateEndsWithoutTheClaim() {
    KeypadAgent agent = begin("date_of_birth", "1984-02-29", null);
    press(agent, "101011990");
    assertThat(lastSaid()).contains("stimmt nicht überein");
    press(agent, "02021992");

    assertThat(actions.getLast()).isInstanceOf(AgentAction.HangUp.class);
    assertThat(said()).noneMatch(KeypadAgentTest::namesClaim);
    assertThat(agent.outcome())
        .isEqualTo(new KeypadOutcome(SummaryCode.IDENTITY_NOT_CONFIRMED, false, Map.of()));
  }

  @Test
  void secondTryMayBeRight() {
    KeypadAgent agent = begin("postal_code", null, "10115");
    press(agent, "11011610115");

    assertThat(lastSaid()).contains("Beispiel Versand GmbH");
    assertThat(agent.outcome().identityConfirmed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"date_of_birth", "postal_code", "voice_print"})
  void missingDataNamesNoClaim(String mode) {
    KeypadAgent agent = begin(mode, null, null);
    press(agent, "1");

    assertThat(said()).noneMatch(KeypadAgentTest::namesClaim);
    assertThat(agent.outcome().summary()).isEqualTo(SummaryCode.IDENTITY_NOT_CONFIRMED);
    assertThat(actions.getLast()).isInstanceOf(AgentAction.HangUp.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SW1A 1AA", "12-345", ""})
  void postalCodeThatNoKeypadHasNamesNoClaim(String postalCode) {
    KeypadAgent agent = begin("postal_code", null, postalCode);
    press(agent, "1");

    assertThat(agent.outcome().summary()).isEqualTo(SummaryCode.IDENTITY_NOT_CONFIRMED);
  }

  @ParameterizedTest
  @CsvSource({
    "1, PAYMENT_PROMISED, true",
    "2, DISPUTED, true",
    "3, CALLBACK_REQUESTED, true",
    "4, WRONG_NUMBER, false",
    "9, OBJECTION_TO_CALLS, true"
  })
  void choiceEndsTheConversation(char key, SummaryCode summary, boolean confirmed) {
    KeypadAgent agent = begin("name_only", null, null);
    press(agent, "1" + key);

    assertThat(agent.outcome().summary()).isEqualTo(summary);
    assertThat(agent.outcome().identityConfirmed()).isEqualTo(confirmed);
    assertThat(actions.getLast()).isInstanceOf(AgentAction.HangUp.class);
    assertThat(agent.key('1')).isEmpty();
    assertThat(agent.silence()).isEmpty();
  }

  @Test
  void promiseNamesAmountAndDay() {
    KeypadAgent agent = begin("name_only", null, null);
    press(agent, "11");

    assertThat(agent.outcome().findings())
        .isEqualTo(
            Map.of(
                "payment_promise", Map.of("amount", CLAIM.get("outstanding"), "on", "2026-11-27")));
  }

  @Test
  void zeroRepeatsTheQuestion() {
    KeypadAgent agent = begin("name_only", null, null);
    press(agent, "0");
    assertThat(said().get(1)).isEqualTo(said().get(0));
    press(agent, "10");
    assertThat(said().get(3)).isEqualTo(said().get(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9", "19", "1 9", "1 29021984 9"})
  void nineIsAnObjectionAtOnce(String keys) {
    KeypadAgent agent = begin("date_of_birth", "1984-02-29", null);
    press(agent, keys.replace(" ", ""));

    assertThat(actions.get(actions.size() - 3)).isInstanceOf(AgentAction.ReportObjection.class);
    assertThat(actions.getLast()).isInstanceOf(AgentAction.HangUp.class);
    assertThat(agent.outcome().summary()).isEqualTo(SummaryCode.OBJECTION_TO_CALLS);
  }

  @ParameterizedTest
  @CsvSource({
    "1, payment_promise",
    "2, dispute",
    "3, callback",
    "4, objection",
  })
  void nineDuringTheClosingSentenceIsAnObjectionToo(String choice, String finding) {
    KeypadAgent agent = begin("name_only", null, null);
    press(agent, "1" + choice);
    actions.clear();
    press(agent, "59");

    assertThat(actions.getFirst()).isInstanceOf(AgentAction.ReportObjection.class);
    assertThat(actions.getLast()).isInstanceOf(AgentAction.HangUp.class);
    assertThat(agent.outcome().summary()).isEqualTo(SummaryCode.OBJECTION_TO_CALLS);
    assertThat(agent.outcome().findings()).containsKeys("objection", finding);
    assertThat(agent.key('9')).isEmpty();
  }

  @Test
  void nineDuringTheDisclosureIsAnObjectionToo() {
    KeypadAgent agent = agent("name_only", null, null);
    assertThat(agent.key('1')).isEmpty();

    assertThat(agent.key('9').getFirst()).isInstanceOf(AgentAction.ReportObjection.class);
    assertThat(agent.begin()).isEmpty();
  }

  @Test
  void nineWithinABirthDateIsADigit() {
    KeypadAgent agent = begin("date_of_birth", "1999-09-19", null);
    press(agent, "119091999");

    assertThat(agent.outcome().identityConfirmed()).isTrue();
  }

  @Test
  void postalCodeMayBeginWithNineButNineAloneIsAnObjection() {
    KeypadAgent agent = begin("postal_code", null, "90402");
    press(agent, "190402");
    assertThat(agent.outcome().identityConfirmed()).isTrue();

    KeypadAgent alone = begin("postal_code", null, "90402");
    press(alone, "19");
    assertThat(alone.outcome().summary()).isEqualTo(SummaryCode.CONVERSATION_INCOMPLETE);
    assertThat(alone.silence().getFirst()).isInstanceOf(AgentAction.ReportObjection.class);
  }

  @Test
  void nineThatIsFollowedByTheEndOfTheCallIsAnObjection() {
    KeypadAgent agent = begin("postal_code", null, "90402");
    press(agent, "19");
    assertThat(agent.stop()).isTrue();
    assertThat(agent.outcome().summary()).isEqualTo(SummaryCode.OBJECTION_TO_CALLS);

    KeypadAgent digits = begin("postal_code", null, "90402");
    press(digits, "190");
    assertThat(digits.stop()).isFalse();
    assertThat(digits.outcome().summary()).isEqualTo(SummaryCode.CONVERSATION_INCOMPLETE);
  }

  @Test
  void silenceRepeatsTheQuestionOnce() {
    KeypadAgent agent = begin("name_only", null, null);
    actions.addAll(agent.silence());
    assertThat(said().get(1)).isEqualTo(said().get(0));
    actions.addAll(agent.silence());

    assertThat(actions.getLast()).isInstanceOf(AgentAction.HangUp.class);
    assertThat(agent.outcome().summary()).isEqualTo(SummaryCode.CONVERSATION_INCOMPLETE);
  }

  @Test
  void speaksEnglishOtherwise() {
    KeypadAgent agent = new KeypadAgent(briefing("name_only", null, null), "fr-FR", TODAY);
    actions.addAll(agent.begin());
    press(agent, "1");

    assertThat(agent.language()).isEqualTo("en");
    assertThat(lastSaid()).contains("149.90 Euro,").contains("1 October 2026");
  }

  private KeypadAgent begin(
      String mode, @Nullable String dateOfBirth, @Nullable String postalCode) {
    actions.clear();
    KeypadAgent agent = agent(mode, dateOfBirth, postalCode);
    actions.addAll(agent.begin());
    return agent;
  }

  private static KeypadAgent agent(
      String mode, @Nullable String dateOfBirth, @Nullable String postalCode) {
    return new KeypadAgent(briefing(mode, dateOfBirth, postalCode), "de-DE", TODAY);
  }

  private static Briefing briefing(
      String mode, @Nullable String dateOfBirth, @Nullable String postalCode) {
    return new Briefing(
        "Erika",
        "Mustermann",
        "Frau",
        dateOfBirth,
        postalCode,
        CLAIM,
        List.of(),
        Map.of(),
        Map.of(),
        null,
        mode);
  }

  private void press(KeypadAgent agent, String keys) {
    keys.chars().forEach(key -> actions.addAll(agent.key((char) key)));
  }

  private List<String> said() {
    return actions.stream()
        .filter(AgentAction.Say.class::isInstance)
        .map(action -> ((AgentAction.Say) action).text())
        .toList();
  }

  private String lastSaid() {
    return said().getLast();
  }

  private static boolean namesClaim(String text) {
    return text.contains("Beispiel") || text.contains("149") || text.contains("Oktober");
  }
}
