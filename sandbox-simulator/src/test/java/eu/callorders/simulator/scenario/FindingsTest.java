package eu.callorders.simulator.scenario;

import static eu.callorders.simulator.Calls.NOW;
import static eu.callorders.simulator.Calls.toDigits;
import static eu.callorders.simulator.scenario.Conversations.findings;
import static eu.callorders.simulator.scenario.Conversations.firstTurnWith;
import static eu.callorders.simulator.scenario.Conversations.promisedOn;
import static eu.callorders.simulator.scenario.Conversations.talk;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.SimulatedOutcome;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The findings of a conversation. */
class FindingsTest {
  private static final Map<String, Object> OUTSTANDING =
      Map.of("value", "1234.50", "currency", "EUR");

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
}
