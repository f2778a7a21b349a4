package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import eu.callorders.server.contract.Contract;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples and links of the contract. */
class ContractExamplesTest {
  private static final ContractCheck CONTRACT = RunningService.CONTRACT;
  private static final Contract DOCUMENT = Contract.load();

  /** What only the administration answers. */
  private static final Set<ProblemCode> OF_ADMINISTRATION =
      Set.of(
          ProblemCode.SECRET_LIMIT,
          ProblemCode.TENANT_BEING_DELETED,
          ProblemCode.CALL_ENDED,
          ProblemCode.LEGAL_HOLD,
          ProblemCode.LEGAL_HOLD_LIMIT,
          ProblemCode.ERASURE_PENDING);

  static List<DocumentedOperation> operations() {
    return CONTRACT.operations();
  }

  private static List<JsonNode> examples(JsonNode media) {
    return ServiceResponse.items(media.path("examples")).map(CONTRACT::resolve).toList();
  }

  private static List<JsonNode> successes(DocumentedOperation operation) {
    return operation.node().path("responses").properties().stream()
        .filter(response -> response.getKey().startsWith("2"))
        .map(response -> CONTRACT.resolve(response.getValue()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void operationHasValidExamples(DocumentedOperation operation) {
    List<JsonNode> media = new ArrayList<>();
    media.add(operation.node().at("/requestBody/content/application~1json"));
    successes(operation).forEach(each -> media.add(each.at("/content/application~1json")));
    for (JsonNode each : media) {
      if (!each.isMissingNode()) {
        assertThat(examples(each)).as(operation.id()).isNotEmpty();
      }
    }
    for (JsonNode each : media.subList(1, media.size())) {
      examples(each).forEach(example -> check(each.path("schema"), example.path("value")));
    }
  }

  private static void check(JsonNode schema, JsonNode value) {
    String name = schema.path("$ref").asText();
    CONTRACT.checkAgainst(name.substring(name.lastIndexOf('/') + 1), value);
  }

  @Test
  void everyProblemCodeHasOneExample() {
    Map<String, JsonNode> byCode = new HashMap<>();
    for (JsonNode response : DOCUMENT.document().at("/components/responses")) {
      examples(response.at("/content/application~1problem+json"))
          .forEach(each -> byCode.put(each.at("/value/code").asText(), each.path("value")));
    }
    for (ProblemCode code : ProblemCode.values()) {
      if (!OF_ADMINISTRATION.contains(code)) {
        JsonNode example = byCode.remove(code.wire());
        assertThat(example).as(code.wire()).isNotNull();
        assertThat(example.path("title").asText()).isEqualTo(code.title());
        assertThat(example.path("status").asInt()).isEqualTo(code.status());
        CONTRACT.checkAgainst(
            code == ProblemCode.VALIDATION_FAILED ? "ValidationProblem" : "Problem", example);
      }
    }
    assertThat(byCode).isEmpty();
  }

  @Test
  void everyEventTypeHasValidExample() {
    Set<String> types = new HashSet<>();
    for (JsonNode example :
        examples(
            DOCUMENT.document().at("/webhooks/event/post/requestBody/content/application~1json"))) {
      types.add(example.at("/value/type").asText());
      CONTRACT.checkAgainst("Event", example.path("value"));
    }
    assertThat(types)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(EventType.values()).map(EventType::wire).toList());
  }

  /** Every operation but those whose response names no other resource. */
  @Test
  void operationsLinkToOthers() {
    Set<String> unlinked = new TreeSet<>();
    for (DocumentedOperation operation : operations()) {
      if (successes(operation).stream()
          .noneMatch(each -> each.has("links") || !each.has("content"))) {
        unlinked.add(operation.id());
      }
    }
    assertThat(unlinked)
        .containsExactlyInAnyOrder(
            "getCallRecording",
            "getCallTranscript",
            "getSandboxClock",
            "advanceSandboxClock",
            "getSignal",
            "getTenant",
            "previewCallOrders",
            "previewSequence",
            "replayWebhookEvents");
  }

  @Test
  void linksNameParametersOfTheirOperations() {
    for (JsonNode link : DOCUMENT.document().at("/components/links")) {
      DocumentedOperation target =
          operations().stream()
              .filter(each -> each.id().equals(link.path("operationId").asText()))
              .findFirst()
              .orElseThrow();
      Set<String> known = new HashSet<>();
      JsonNode path = DOCUMENT.document().path("paths").path(target.template());
      List.of(path, target.node())
          .forEach(
              each ->
                  each.path("parameters")
                      .forEach(one -> known.add(CONTRACT.resolve(one).path("name").asText())));
      assertThat(known).as("%s", link).containsAll(names(link.path("parameters")));
    }
  }

  private static List<String> names(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }
}
