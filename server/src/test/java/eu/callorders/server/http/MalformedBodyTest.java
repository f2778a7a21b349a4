package eu.callorders.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.contract.ContractOperation;
import eu.callorders.server.contract.ContractValidator;
import eu.callorders.server.contract.FieldCode;
import eu.callorders.server.contract.StrictJsonReader;
import eu.callorders.server.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Hostile and mutated bodies: none causes an unexpected failure or excessive work. */
class MalformedBodyTest {
  private static final Contract CONTRACT = Contract.load();
  private static final ContractValidator VALIDATOR = new ContractValidator(CONTRACT);
  private static final int LARGE = BodyReader.MAX_BYTES;
  private static final String[] STRANGE = {
    "null",
    "true",
    "0",
    "-1",
    "1e64",
    "1e65",
    "1.5",
    "\"\"",
    "\" \"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "[]",
    "{}",
    "[[]]",
    "[null]",
    "{\"\":0}",
    "\"2026-13-01\"",
    "\"24:00\"",
    "\"+0\"",
    "99999999999999999999",
    "\"🦄\"",
    "{\"type\":\"wait\"}",
    "[\"mon\",\"mon\"]"
  };

  @Test
  void reportsMutationsWithExistingPointers() {
    Random random = new Random(20261120);
    int refused = 0;
    for (ContractOperation operation : CONTRACT.operations()) {
      for (JsonNode example : RequestExamples.of(CONTRACT, operation)) {
        for (int round = 0; round < 300; round++) {
          JsonNode mutant = example.deepCopy();
          for (int each = 0; each <= random.nextInt(3); each++) {
            mutate(mutant, random);
          }
          refused += check(operation, mutant.toString()) ? 1 : 0;
        }
      }
    }
    assertThat(refused).isGreaterThan(1000);
  }

  @Test
  void survivesCorruptedText() {
    Random random = new Random(4711);
    ContractOperation operation = operation("createCallOrder");
    byte[] order = RequestExamples.of(CONTRACT, operation).getFirst().toString().getBytes(UTF_8);
    for (int round = 0; round < 3000; round++) {
      byte[] spoiled = order.clone();
      for (int each = 0; each <= random.nextInt(3); each++) {
        spoiled[random.nextInt(spoiled.length)] = (byte) random.nextInt(256);
      }
      try {
        StrictJsonReader.ParsedBody read = StrictJsonReader.read(spoiled);
        VALIDATOR.forOperation(operation).body(read);
      } catch (ProblemException refusal) {
        assertThat(refusal.problem().code()).isEqualTo(ProblemCode.MALFORMED_REQUEST);
      }
    }
  }

  @Test
  void survivesTextsThatExhaustPatterns() {
    for (String text :
        List.of(
            "de" + "-aa".repeat(LARGE / 4),
            "a" + ".a".repeat(LARGE / 3),
            "a".repeat(LARGE - 100),
            "+4930" + "1".repeat(LARGE - 200),
            "P" + "1".repeat(LARGE - 200) + "D")) {
      ObjectNode order = RequestExamples.order();
      ((ObjectNode) order.get("subject")).put("locale", text).put("timezone", text);
      ((ObjectNode) order.get("subject")).put("date_of_birth", text);
      ((ObjectNode) order.at("/contacts/0")).put("value", text);
      assertThat(check(operation("createCallOrder"), order.toString())).isTrue();
      String signal =
          Json.object().put("signal_type", text).put("subject_reference", text).toString();
      assertThat(check(operation("createSignal"), signal)).isTrue();
    }
    String tags = "\"a\",".repeat(4000) + "\"a\"";
    assertThat(EntityTagTest.PATTERN.matches(tags)).isFalse();
    assertThat(EntityTagTest.PATTERN.matches("\"" + "a".repeat(4000) + "\"")).isTrue();
  }

  @Test
  void limitsReportedFaults() {
    String many =
        IntStream.range(0, 100_000)
            .mapToObj(each -> "\"m" + each + "\":1")
            .collect(Collectors.joining(",", "{", "}"));
    assertThat(faults("createCallOrder", many)).hasSize(1000);
    String contacts = "{\"contacts\":[" + "0,".repeat(400_000) + "0]}";
    assertThat(faults("createCallOrder", contacts)).hasSizeLessThanOrEqualTo(1000);
    String nulls = "{\"metadata\":{\"a\":[" + "\"\\u0000\",".repeat(100_000) + "0]}}";
    assertThat(faults("createCallOrder", nulls)).hasSizeLessThanOrEqualTo(1000);
    String longName =
        "{\""
            + "n".repeat(500_000)
            + "\":{"
            + many.substring(1, 300_000).replaceAll(",[^,]*$", "").replace("1", "1e99")
            + "}}";
    List<FieldError> faults = faults("createCallOrder", longName);
    String problem = ProblemBody.of(Problem.invalid(faults), "/", "t").toString();
    assertThat(problem.length()).isLessThan(4 * LARGE);
  }

  /** Whether the text is rejected; all pointers must exist in the document. */
  private static boolean check(ContractOperation operation, String text) {
    StrictJsonReader.ParsedBody read = StrictJsonReader.read(text.getBytes(UTF_8));
    List<FieldError> faults = VALIDATOR.forOperation(operation).body(read);
    for (FieldError fault : faults) {
      String pointer = fault.pointer();
      boolean missing = fault.code().equals("required");
      String container =
          missing ? pointer.substring(0, Math.max(0, pointer.lastIndexOf('/'))) : pointer;
      assertThat(Json.parse(text).at(container).isMissingNode())
          .as(fault + " in " + text.substring(0, Math.min(2000, text.length())))
          .isFalse();
      assertThat(FieldCode.rank(fault.code()))
          .as(fault.code())
          .isLessThan(FieldCode.values().length);
    }
    assertThat(faults.stream().map(FieldError::pointer)).doesNotHaveDuplicates();
    ProblemBody.of(Problem.invalid(faults), "/", "t").toString();
    return !faults.isEmpty();
  }

  private static void mutate(JsonNode root, Random random) {
    List<JsonNode> containers = new ArrayList<>();
    collect(root, containers);
    JsonNode chosen = containers.get(random.nextInt(containers.size()));
    JsonNode strange = Json.parse(STRANGE[random.nextInt(STRANGE.length)]);
    if (chosen instanceof ArrayNode array) {
      if (array.isEmpty() || random.nextBoolean()) {
        array.add(strange);
      } else {
        array.set(random.nextInt(array.size()), strange);
      }
    } else if (chosen instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      if (names.isEmpty() || random.nextInt(4) == 0) {
        object.set(random.nextBoolean() ? "a/b~c" : "x" + random.nextInt(), strange);
      } else if (random.nextInt(3) == 0) {
        object.remove(names.get(random.nextInt(names.size())));
      } else {
        object.set(names.get(random.nextInt(names.size())), strange);
      }
    }
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainerNode()) {
      containers.add(node);
      node.forEach(child -> collect(child, containers));
    }
  }

  private static List<FieldError> faults(String operation, String body) {
    return VALIDATOR
        .forOperation(operation(operation))
        .body(StrictJsonReader.read(body.getBytes(UTF_8)));
  }

  private static ContractOperation operation(String id) {
    return CONTRACT.operations().stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow();
  }
}
