package eu.callorders.server.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.sequence.EnrollmentPolicy;
import eu.callorders.server.http.Json;
import java.util.function.Function;

/** What a version says, in the one spelling in which it is stored and shown. */
public final class SequenceDocument {
  private final Function<JsonNode, ObjectNode> spelled;

  /**
   * @param spelled the blocks {@code scheduling}, {@code negotiation}, {@code delivery} and {@code
   *     variables} of an object as order types spell them; other members as they are
   */
  public SequenceDocument(Function<JsonNode, ObjectNode> spelled) {
    this.spelled = spelled;
  }

  /**
   * {@code trigger} with its policy, {@code exit_conditions} even when there are none, and {@code
   * steps}.
   *
   * @param body satisfies contract and {@link SequenceRules}
   */
  ObjectNode of(JsonNode body) {
    ObjectNode definition = Json.object();
    JsonNode policy = body.at("/trigger/enrollment_policy");
    definition
        .putObject("trigger")
        .put("signal_type", body.at("/trigger/signal_type").asText())
        .put(
            "enrollment_policy",
            policy.isMissingNode()
                ? EnrollmentPolicy.ONE_ACTIVE_PER_SUBJECT.wire()
                : policy.asText());
    JsonNode exits = body.path("exit_conditions");
    definition.set("exit_conditions", exits.isMissingNode() ? Json.array() : exits);
    ArrayNode steps = definition.putArray("steps");
    body.path("steps").forEach(step -> steps.add(spelled.apply(step)));
    return definition;
  }
}
