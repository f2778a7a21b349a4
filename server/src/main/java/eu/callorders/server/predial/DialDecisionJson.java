package eu.callorders.server.predial;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Money;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.predial.PredialDecision;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import org.jspecify.annotations.Nullable;

/** The check in the stored decision of a dial. */
final class DialDecisionJson {
  private DialDecisionJson() {}

  /**
   * Writes what permits a dial; times are real time.
   *
   * @param reply null when the client was not asked
   */
  static ObjectNode write(PredialDecision.Dial dial, @Nullable AnsweredQuestion reply) {
    ObjectNode json = Json.object();
    if (dial.failure() == null) {
      json.put("decision", "proceed");
    } else {
      json.put("error", dial.failure().wire());
    }
    if (reply != null) {
      json.put("question_id", IdKind.EVENT.format(reply.question().id()))
          .put("asked_at", Timestamps.format(reply.askedAt()))
          .put("answered_at", Timestamps.format(reply.answeredAt()));
    }
    Money outstanding = dial.outstanding();
    if (outstanding != null) {
      json.putObject("outstanding")
          .put("value", outstanding.wireValue())
          .put("currency", outstanding.currency());
    }
    return json;
  }
}
