package eu.callorders.simulator.scenario;

import static eu.callorders.simulator.Calls.NOW;
import static eu.callorders.simulator.Calls.outcome;
import static eu.callorders.simulator.Calls.toDigits;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.SimulatedOutcome;
import eu.callorders.simulator.Calls;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConversationTest {
  private static final Map<String, Object> OUTSTANDING =
      Map.of("value", "1234.50", "currency", "EUR");

  static Stream<Arguments> everyConversation() {
    return Stream.of("de-DE", "de", "en-GB", "en", "fr-FR")
        .flatMap(
            locale ->
                Stream.of("date_of_birth", "postal_code", "name_only", "something_new")
                    .flatMap(
                        mode ->
                            Stream.of(ConversationOutcome.values())
                                .map(ending -> Arguments.of(locale, mode, ending))));
  }

  @ParameterizedTest
  @MethodSource("everyConversation")
  void everyConversationOpensWithTheDisclosureAndRunsForward(
      String locale, String mode, ConversationOutcome ending) {
    PlaceCall call = toDigits("06").locale(locale).verification(mode).build();
    List<Turn> turns = talk(call, ending).turns();

    assertThat(turns).hasSizeGreaterThanOrEqualTo(2);
    assertThat(turns.getFirst().speaker()).isEqualTo("agent");
    assertThat(turns.getFirst().text()).startsWith(call.disclosure());
    long clock = -1;
    for (int i = 0; i < turns.size(); i++) {
      Turn turn = turns.get(i);
      assertThat(turn.index()).isEqualTo(i);
      assertThat(turn.startMs()).isGreaterThan(clock);
      assertThat(turn.endMs()).isGreaterThan(turn.startMs());
      assertThat(turn.text()).isNotBlank().doesNotContain("{", "}", "null");
      clock = turn.endMs();
    }
  }

  @ParameterizedTest
  @MethodSource("everyConversation")
  void claimIsNamedOnlyAfterIdentification(String locale, String mode, ConversationOutcome ending) {
    PlaceCall call = toDigits("06").locale(locale).verification(mode).build();
    Conversation talk = talk(call, ending);
    boolean confirmed = Boolean.TRUE.equals(talk.report().get("identity_confirmed"));
    int named = firstTurnWith(talk, "RE-2026-77");

    assertThat(confirmed).isEqualTo(ending.party == Party.SUBJECT);
    assertThat(named >= 0).isEqualTo(ending.namesClaim);
    if (named >= 0) {
      assertThat(confirmed).isTrue();
      assertThat(named).isGreaterThanOrEqualTo(4);
      assertThat(talk.turns().get(named).speaker()).isEqualTo("agent");
      assertThat(talk.turns().get(named).text()).contains("Stadtwerke Beispielhausen");
    }
  }

  @ParameterizedTest
  @MethodSource("everyConversation")
  void otherSpeakerMatchesTheParty(String locale, String mode, ConversationOutcome ending) {
    Conversation talk = talk(toDigits("06").locale(locale).verification(mode).build(), ending);
    Set<String> speakers = new HashSet<>();
    talk.turns().forEach(turn -> speakers.add(turn.speaker()));
    assertThat(speakers).containsExactlyInAnyOrder("agent", ending.party.speaker);
  }

  @ParameterizedTest
  @MethodSource("everyConversation")
  void summariesAreShortAndComplete(String locale, String mode, ConversationOutcome ending) {
    PlaceCall call = toDigits("06").locale(locale).verification(mode).build();
    String summary = (String) talk(call, ending).report().get("summary");
    assertThat(summary).isNotBlank().hasSizeLessThanOrEqualTo(500).doesNotContain("{", "}");
  }

  @ParameterizedTest
  @CsvSource({
    "de-DE, de-DE, de",
    "de, de, de",
    "de-AT, de-AT, de",
    "deu, de, de",
    "en-GB, en-GB, en",
    "fr-FR, en, en",
    "den, en, en",
    "x, en, en",
  })
  void germanLocalesAreGermanAndAllOthersEnglish(String wanted, String spoken, String language) {
    Conversation talk = talk(toDigits("06").locale(wanted).build(), ConversationOutcome.NO_OUTCOME);
    assertThat(talk.locale().toLanguageTag()).isEqualTo(spoken);
    assertThat(talk.report()).containsEntry("language", language);
    String expected = language.equals("de") ? "Wiederhören" : "goodbye";
    assertThat(talk.turns().getLast().text()).contains(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "de-DE | 1234.50 | EUR | 1.234,50 €",
        "de-DE | 80 | EUR | 80,00 €",
        "en-GB | 1234.5 | GBP | £1,234.50",
        "fr-FR | 1234.50 | EUR | €1,234.50",
        "en-US | 5000 | JPY | ¥5,000",
        "de-DE | 12.30 | QQQ | 12.30 QQQ",
      })
  void formatsAmountsByLanguage(String locale, String value, String currency, String said) {
    Map<String, Object> claim = new LinkedHashMap<>(Calls.CLAIM);
    claim.put("outstanding", Map.of("value", value, "currency", currency));
    Conversation talk =
        talk(toDigits("06").locale(locale).claim(claim).build(), ConversationOutcome.REFUSED);
    assertThat(firstTurnWith(talk, said)).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"invoice_number", "contract_number", "case_number"})
  void namesTheClaimByItsReference(String member) {
    Map<String, Object> claim = new LinkedHashMap<>(Calls.CLAIM);
    claim.put("reference", Map.of(member, "REF 4711"));
    for (String locale : List.of("de", "en")) {
      Conversation talk =
          talk(toDigits("06").locale(locale).claim(claim).build(), ConversationOutcome.REFUSED);
      assertThat(firstTurnWith(talk, "REF 4711")).isPositive();
    }
  }

  @Test
  void namesAClaimWithoutReferenceByItsCreditor() {
    Map<String, Object> claim = new LinkedHashMap<>(Calls.CLAIM);
    claim.remove("reference");
    Conversation talk = talk(toDigits("06").claim(claim).build(), ConversationOutcome.REFUSED);
    assertThat(firstTurnWith(talk, "Stadtwerke Beispielhausen")).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "date_of_birth, 3. Mai 1980",
    "postal_code, 10115",
    "name_only, 'Ja, das bin ich.'",
  })
  void verifiesIdentityByTheTenantsMode(String mode, String proof) {
    Conversation talk =
        talk(toDigits("06").verification(mode).build(), ConversationOutcome.NO_OUTCOME);
    assertThat(talk.turns().get(3).text()).contains(proof);
  }

  @Test
  void verifiesByNameWithoutABirthDate() {
    Conversation talk =
        talk(toDigits("06").dateOfBirth(null).build(), ConversationOutcome.NO_OUTCOME);
    assertThat(talk.turns().get(3).text()).isEqualTo("Ja, das bin ich.");
  }

  @Test
  void usesNamesAsGiven() {
    Conversation noSalutation =
        talk(
            toDigits("06").name(null, null, "{disclosure}$1\\").build(),
            ConversationOutcome.NO_OUTCOME);
    assertThat(noSalutation.turns().getFirst().text()).endsWith("{disclosure}$1\\?");
    assertThat(noSalutation.turns().get(4).text()).startsWith("Vielen Dank, {disclosure}$1\\.");

    Conversation full =
        talk(
            toDigits("06").name("Frau Dr.", "Erika", "Muster").build(),
            ConversationOutcome.NO_OUTCOME);
    assertThat(full.turns().getFirst().text()).endsWith("Erika Muster?");
    assertThat(full.turns().get(4).text()).startsWith("Vielen Dank, Frau Dr. Muster.");
  }

  @Test
  void findingsFollowFromClaimAndDay() {
    assertThat(findings(ConversationOutcome.PAYMENT_PROMISED))
        .isEqualTo(Map.of("payment_promise", Map.of("amount", OUTSTANDING, "on", "2026-11-27")));
    assertThat(findings(ConversationOutcome.PAYMENT_CLAIMED))
        .isEqualTo(Map.of("payment_claim", Map.of("amount", OUTSTANDING, "paid_on", "2026-11-15")));
    assertThat(findings(ConversationOutcome.INSTALLMENT_WISH))
        .isEqualTo(
            Map.of(
                "wishes",
                Map.of(
                    "installments",
                    Map.of(
                        "amount", Map.of("value", "205.75", "currency", "EUR"),
                        "interval", "monthly",
                        "first_on", "2026-12-01"),
                    "binding",
                    false)));
    assertThat(findings(ConversationOutcome.SETTLEMENT_WISH))
        .isEqualTo(
            Map.of(
                "wishes",
                Map.of(
                    "settlement",
                    Map.of(
                        "amount",
                        Map.of("value", "864.15", "currency", "EUR"),
                        "pay_by",
                        "2026-12-04"),
                    "binding",
                    false)));
    assertThat(findings(ConversationOutcome.DISPUTED))
        .isEqualTo(
            Map.of(
                "dispute",
                Map.of(
                    "ground",
                    "contract_unknown",
                    "statement",
                    "Einen solchen Vertrag habe ich nie abgeschlossen.")));
    assertThat(findings(ConversationOutcome.CALLBACK_REQUESTED))
        .isEqualTo(
            Map.of(
                "callback",
                Map.of("from", "2026-11-21T13:00:00.000Z", "to", "2026-11-21T15:00:00.000Z")));
    assertThat(findings(ConversationOutcome.OBJECTION_TO_CALLS))
        .isEqualTo(Map.of("objection", Map.of("scope", "voice")));
  }

  @Test
  void otherOutcomesHaveNoFindings() {
    Set<ConversationOutcome> finding =
        Set.of(
            ConversationOutcome.PAYMENT_PROMISED,
            ConversationOutcome.PAYMENT_CLAIMED,
            ConversationOutcome.INSTALLMENT_WISH,
            ConversationOutcome.SETTLEMENT_WISH,
            ConversationOutcome.DISPUTED,
            ConversationOutcome.CALLBACK_REQUESTED,
            ConversationOutcome.OBJECTION_TO_CALLS);
    for (ConversationOutcome ending : ConversationOutcome.values()) {
      assertThat(findings(ending).isEmpty()).isEqualTo(!finding.contains(ending));
    }
  }

  @Test
  void dayOfTheCallIsInThePhonesZone() {
    Instant lateInTheEvening = Instant.parse("2026-11-20T23:30:00Z");
    assertThat(promisedOn("+493023125021", lateInTheEvening)).isEqualTo("2026-11-28");
    assertThat(promisedOn("+447700900021", lateInTheEvening)).isEqualTo("2026-11-27");
  }

  @Test
  void installmentsRespectTheMinimumOfTheOrder() {
    Map<String, Object> least = Map.of("value", "300.00", "currency", "EUR");
    PlaceCall call =
        toDigits("22")
            .negotiation(Map.of("installments", Map.of("min_installment", least)))
            .build();
    Conversation talk = talk(call, ConversationOutcome.INSTALLMENT_WISH);
    assertThat(firstTurnWith(talk, "300,00 €")).isPositive();
  }

  @Test
  void dialogueUsesForcedFindings() {
    Map<String, Object> findings =
        Map.of(
            "payment_promise",
            Map.of("amount", Map.of("value", "40.00", "currency", "EUR"), "on", "2026-12-24"));
    PlaceCall call =
        toDigits("06")
            .outcome(new SimulatedOutcome("payment_promised", null, null, null, findings))
            .build();
    Conversation talk =
        Conversation.of(call, ConversationOutcome.NO_OUTCOME, call.simulate().outcome(), NOW);
    assertThat(firstTurnWith(talk, "Ich zahle 40,00 € bis zum 24. Dezember 2026.")).isPositive();
    assertThat(talk.report()).containsEntry("findings", findings);
  }

  @Test
  void forcedOutcomeNeverNamesTheClaimToAThirdParty() {
    List<String> leaks = new ArrayList<>();
    for (ConversationOutcome ending : ConversationOutcome.values()) {
      for (Party who : List.of(Party.THIRD_PARTY, Party.UNRELATED_PERSON, Party.UNIDENTIFIED)) {
        SimulatedOutcome forced =
            new SimulatedOutcome(ending.wire(), who.reachability, null, null, null);
        Conversation talk = Conversation.of(toDigits("06").build(), ending, forced, NOW);
        assertThat(talk.report()).containsEntry("identity_confirmed", false);
        if (firstTurnWith(talk, "RE-2026-77") >= 0 || firstTurnWith(talk, "€") >= 0) {
          leaks.add(ending + " " + who);
        }
      }
    }
    assertThat(leaks).isEmpty();
  }

  @Test
  void reportsAnUnknownSummaryCodeUnchanged() {
    SimulatedOutcome forced = outcome("something_new");
    Conversation talk =
        Conversation.of(toDigits("06").build(), ConversationOutcome.REFUSED, forced, NOW);
    assertThat(talk.report())
        .containsEntry("summary_code", "something_new")
        .containsEntry("reachability", "subject_reached");
  }

  private static Conversation talk(PlaceCall call, ConversationOutcome ending) {
    return Conversation.of(call, ending, null, NOW);
  }

  private static Map<?, ?> findings(ConversationOutcome ending) {
    return (Map<?, ?>) talk(toDigits("06").build(), ending).report().get("findings");
  }

  private static Object promisedOn(String number, Instant now) {
    Conversation talk =
        Conversation.of(Calls.to(number).build(), ConversationOutcome.PAYMENT_PROMISED, null, now);
    Map<?, ?> findings = (Map<?, ?>) talk.report().get("findings");
    return ((Map<?, ?>) findings.get("payment_promise")).get("on");
  }

  private static int firstTurnWith(Conversation talk, String text) {
    return talk.turns().stream()
        .filter(turn -> turn.text().contains(text))
        .findFirst()
        .map(Turn::index)
        .orElse(-1);
  }
}
