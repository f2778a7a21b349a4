package eu.callorders.simulator.scenario;

import static eu.callorders.simulator.Calls.NOW;
import static eu.callorders.simulator.Calls.outcome;
import static eu.callorders.simulator.Calls.toDigits;
import static eu.callorders.simulator.scenario.Conversations.firstTurnWith;
import static eu.callorders.simulator.scenario.Conversations.talk;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.SimulatedOutcome;
import eu.callorders.simulator.Calls;
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
}
