package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.order.OrderAcceptor.NewOrder;
import eu.callorders.server.order.OrderDocument;
import eu.callorders.server.order.OrderKey;
import java.util.List;

/** Maps a step and its enrollment's subject data to an order. */
final class StepOrderMapper {
  private static final List<String> STEP_MEMBERS = List.of("scheduling", "negotiation", "delivery");

  private StepOrderMapper() {}

  /**
   * The order of the current step, checked.
   *
   * @param signal key of the signal that started the enrollment
   */
  static NewOrder toNewOrder(
      OrderAcceptor acceptor,
      Enrollment enrollment,
      SubjectData subjectData,
      SignalKeys.StartSignalKey signal) {
    JsonNode step = enrollment.sequence().steps().get(enrollment.currentStep());
    ObjectNode input = subjectData.json().deepCopy();
    input.put("order_type", step.path("order_type").asText());
    STEP_MEMBERS.stream()
        .filter(step::has)
        .forEach(member -> input.set(member, step.get(member).deepCopy()));
    if (step.has("variables")) {
      ((ObjectNode) input.get("context"))
          .set("variables", variables(input.path("context").get("variables"), step));
    }
    Json.setIfPresent(input, "metadata", enrollment.origin().metadata());
    Json.setIfPresent(input, OrderDocument.COMPLIANCE_BASIS, signal.complianceBasis());
    return acceptor.newOrder(
        enrollment.tenantId(),
        input,
        subjectData.contact(),
        new OrderKey.StepRef(
            enrollment.id(),
            signal.type(),
            signal.dedupeKey(),
            enrollment.sequence().sequenceId(),
            enrollment.currentStepId()));
  }

  /** Variables of the step override those of the subject. */
  private static ObjectNode variables(JsonNode subjectVariables, JsonNode step) {
    ObjectNode variables = Json.object();
    if (subjectVariables instanceof ObjectNode values) {
      variables.setAll(values);
    }
    return variables.setAll((ObjectNode) step.get("variables"));
  }

  /** The exit reason of an enrollment whose order is rejected. */
  static String exitReason(Problem problem) {
    boolean unknownType =
        problem.errors().stream().anyMatch(error -> error.pointer().equals("/order_type"));
    return (unknownType ? ProblemCode.ORDER_TYPE_NOT_ACTIVE : problem.code()).wire();
  }
}
