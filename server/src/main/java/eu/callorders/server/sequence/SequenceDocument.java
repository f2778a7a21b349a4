package eu.callorders.server.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.sequence.EnrollmentPolicy;
import eu.callorders.server.json.Json;
import java.util.function.Function;

/** Converts a version's definition to its canonical form for storage and display. */
public final class SequenceDocument {
  private final Function<JsonNode, ObjectNode> canonicalForm;

  /**
   * @param canonicalForm converts {@code scheduling}, {@code negotiation}, {@code delivery} and
   *     {@code variables} of an object to the canonical form of order types; keeps other members
   */
  public SequenceDocument(Function<JsonNode, ObjectNode> canonicalForm) {
    this.canonicalForm = canonicalForm;
  }

  /**
   * The definition with {@code trigger} including its policy, {@code exit_conditions} even if
   * empty, and {@code steps}.
   *
   * @param body satisfies the contract and {@link SequenceRules}
   */
  ObjectNode canonicalize(JsonNode body) {
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
    body.path("steps").forEach(step -> steps.add(canonicalForm.apply(step)));
    return definition;
  }
}
