package eu.callorders.simulator.scenario;

import static eu.callorders.simulator.Calls.NOW;
import static eu.callorders.simulator.Calls.toDigits;

import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.simulator.Calls;
import java.time.Instant;
import java.util.Map;

/** Conversations of fictional calls and what they report. */
final class Conversations {
  private Conversations() {}

  static Conversation talk(PlaceCall call, ConversationOutcome ending) {
    return Conversation.of(call, ending, null, NOW);
  }

  static Map<?, ?> findings(ConversationOutcome ending) {
    return (Map<?, ?>) talk(toDigits("06").build(), ending).report().get("findings");
  }

  static Object promisedOn(String number, Instant now) {
    Conversation talk =
        Conversation.of(Calls.to(number).build(), ConversationOutcome.PAYMENT_PROMISED, null, now);
    Map<?, ?> findings = (Map<?, ?>) talk.report().get("findings");
    return ((Map<?, ?>) findings.get("payment_promise")).get("on");
  }

  static int firstTurnWith(Conversation talk, String text) {
    return talk.turns().stream()
        .filter(turn -> turn.text().contains(text))
        .findFirst()
        .map(Turn::index)
        .orElse(-1);
  }
}
