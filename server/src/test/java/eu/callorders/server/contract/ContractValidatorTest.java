package eu.callorders.server.contract;

import static eu.callorders.server.contract.ContractFaults.CONTRACT;
import static eu.callorders.server.contract.ContractFaults.codes;
import static eu.callorders.server.contract.ContractFaults.validator;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.http.RequestExamples;
import eu.callorders.server.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContractValidatorTest {
  @TestFactory
  Stream<DynamicTest> acceptsExampleBodiesOfContract() {
    List<DynamicTest> tests = new ArrayList<>();
    for (ContractOperation operation : CONTRACT.operations()) {
      for (JsonNode example : RequestExamples.of(CONTRACT, operation)) {
        tests.add(
            DynamicTest.dynamicTest(
                operation.id() + " " + tests.size(),
                () -> assertThat(faults(operation.id(), example.toString())).isEmpty()));
      }
    }
    assertThat(tests).hasSizeGreaterThan(10);
    return tests.stream();
  }

  @Test
  void listsEveryFaultOfBody() {
    assertThat(
            order(
                order -> {
                  order.remove("order_type");
                  order.put("colour", "green");
                  ((ObjectNode) order.at("/subject/name")).remove("family_name");
                  ((ObjectNode) order.at("/subject")).put("timezone", "Europe/Atlantis");
                  ((ObjectNode) order.at("/context/claim/outstanding")).put("value", 12.5);
                  ((ObjectNode) order.at("/contacts/0")).put("value", "030 1234");
                  order.withObjectProperty("scheduling").put("max_attempts", 11);
                }))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "/order_type", "required",
                "/colour", "unknown_member",
                "/subject/name/family_name", "required",
                "/subject/timezone", "unknown_time_zone",
                "/context/claim/outstanding/value", "type",
                "/contacts/0/value", "invalid_phone_number",
                "/scheduling/max_attempts", "maximum"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /subject/reference                  | ""                                | min_length
          /subject/reference                  | "a\\u0007b"                       | pattern
          /subject/reference                  | "a\\n"                            | pattern
          /subject/salutation                 | "1234567890123456789012345678901" | max_length
          /subject/date_of_birth              | "2026-02-30"                      | format
          /subject/date_of_birth              | "2026-2-3"                        | format
          /subject/date_of_birth              | "0000-01-01"                      | format
          /subject/address                    | {"country": "DE\\n"}              | /subject/address/country pattern
          /subject/address                    | []                                | type
          /subject/locale                     | "de_DE"                           | pattern
          /subject/timezone                   | "+02:00"                          | unknown_time_zone
          /context/claim/titled               | "yes"                             | type
          /context/claim/outstanding/currency | "eur"                             | pattern
          /context/claim/outstanding/value    | "12.345"                          | pattern
          /context/claim/outstanding/value    | "12.34\\n"                        | pattern
          /scheduling                         | {"max_attempts": 0}               | /scheduling/max_attempts minimum
          /scheduling                         | {"max_attempts": 1.5}             | /scheduling/max_attempts type
          /scheduling                         | {"max_attempts": "3"}             | /scheduling/max_attempts type
          /scheduling                         | {"max_attempts": null}            | /scheduling/max_attempts type
          /scheduling                         | {"retry": {"min_gap_hours": 169}} | /scheduling/retry/min_gap_hours maximum
          /scheduling                         | {"on_window_violation": "drop"}   | /scheduling/on_window_violation enum
          /scheduling                         | {"window": {"not_before": "2026-11-20T08:00:00"}}  | /scheduling/window/not_before offset_missing
          /scheduling                         | {"window": {"not_before": "2026-11-20 08:00"}}     | /scheduling/window/not_before offset_missing
          /scheduling                         | {"window": {"not_before": "2026-02-29T08:00:00Z"}} | /scheduling/window/not_before format
          /scheduling                         | {"window": {"not_before": "2026-11-20T24:00:00Z"}} | /scheduling/window/not_before format
          /scheduling                         | {"window": {"not_before": "2026-11-20T08:00:00+25:00"}} | /scheduling/window/not_before format
          /scheduling                         | {"window": {"not_before": "9999-12-31T23:00:00-10:00"}} | /scheduling/window/not_before format
          /scheduling                         | {"window": {"not_before": "soon"}} | /scheduling/window/not_before format
          /scheduling                         | {"local_call_times": [{"days": [], "from": "08:00", "to": "09:00"}]} | /scheduling/local_call_times/0/days min_items
          /scheduling                         | {"local_call_times": [{"days": ["mon", "mon"], "from": "08:00", "to": "09:00"}]} | /scheduling/local_call_times/0/days not_unique
          /scheduling                         | {"local_call_times": [{"days": ["mo"], "from": "08:00", "to": "09:00"}]} | /scheduling/local_call_times/0/days/0 enum
          /scheduling                         | {"local_call_times": [{"days": ["mon"], "from": "24:00", "to": "24:00"}]} | /scheduling/local_call_times/0/from pattern
          /contacts                           | []                                | min_items
          /contacts                           | [{"channel": "sms", "value": "+493023125000"}] | inconsistent
          /contacts                           | [{"channel": "phone", "value": "+491"}] | /contacts/0/value invalid_phone_number
          /contacts                           | [{"channel": "phone", "value": "+999301234567"}] | /contacts/0/value invalid_phone_number
          /contacts                           | [{"value": "+493023125000"}]      | /contacts/0/channel required
          /contacts                           | [{"channel": "phone", "value": "+493023125000"}, {"channel": "", "value": "abc"}] | /contacts/1/channel min_length
          /contacts                           | [{"channel": "phone", "value": "+493023125000", "type": 5}] | /contacts/0/type type
          /contacts                           | {}                                | type
          /metadata                           | {"a": null}                       | /metadata/a type
          /metadata                           | {"a": {}}                         | /metadata/a type
          /metadata                           | {"a/b~c": []}                     | /metadata/a~1b~0c type
          /simulate                           | {"outcom": {}}                    | /simulate/outcom unknown_member
          /simulate                           | {"attempts": ["canceled"]}        | /simulate/attempts/0 enum
          /simulate                           | {"delays": {"ring_ms": 600001}}   | /simulate/delays/ring_ms maximum
          """)
  void reportsOneCodePerFault(String pointer, String value, String expected) {
    boolean elsewhere = expected.startsWith("/");
    String at = elsewhere ? expected.substring(0, expected.indexOf(' ')) : pointer;
    String code = elsewhere ? expected.substring(expected.indexOf(' ') + 1) : expected;
    assertThat(order(order -> set(order, pointer, Json.parse(value)))).isEqualTo(Map.of(at, code));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-20T08:00:00Z",
        "2026-11-20t08:00:00.123456789z",
        "2026-11-20T08:00:00-00:00",
        "2028-02-29T08:00:00+05:45"
      })
  void acceptsInstantsWithAnyOffset(String instant) {
    String window = "{\"window\": {\"not_before\": \"" + instant + "\"}}";
    assertThat(order(order -> set(order, "/scheduling", Json.parse(window)))).isEmpty();
  }

  @Test
  void limitsFreeFormObjects() {
    assertThat(
            order(
                order -> {
                  ObjectNode metadata = order.putObject("metadata");
                  IntStream.range(0, 51).forEach(each -> metadata.put("k" + each, each));
                  ((ObjectNode) order.get("context"))
                      .putObject("variables")
                      .put("long", "x".repeat(16_384));
                }))
        .isEqualTo(Map.of("/metadata", "max_items", "/context/variables", "max_length"));
  }

  @Test
  void reportsInvalidNamesAtTheirMember() {
    String long65 = "k".repeat(65);
    assertThat(order(order -> order.putObject("metadata").put(long65, 1).put("a\u0001", 2)))
        .isEqualTo(Map.of("/metadata/" + long65, "max_length", "/metadata/a\u0001", "pattern"));
  }

  @Test
  void validatesStepBySchemaOfItsType() {
    assertThat(steps("{\"type\": \"wait\", \"id\": \"w\"}"))
        .isEqualTo(Map.of("/steps/0/after", "required"));
    assertThat(steps("{\"type\": \"wait\", \"id\": \"W\", \"order_type\": \"x\", \"after\": {}}"))
        .isEqualTo(
            Map.of(
                "/steps/0/id", "pattern",
                "/steps/0/order_type", "unknown_member",
                "/steps/0/after", "min_items"));
    assertThat(steps("{\"type\": \"create_order\", \"id\": \"c\", \"exit_when\": {}}"))
        .isEqualTo(
            Map.of(
                "/steps/0/order_type", "required",
                "/steps/0/exit_when", "min_items",
                "/steps/0/exit_reason", "required"));
    assertThat(steps("{\"type\": \"sleep\", \"id\": \"c\"}"))
        .isEqualTo(Map.of("/steps/0/type", "enum"));
    assertThat(steps("{\"id\": \"c\"}")).isEqualTo(Map.of("/steps/0/type", "required"));
    assertThat(steps("7")).isEqualTo(Map.of("/steps/0", "type"));
  }

  @Test
  void reportsMissingAlternativesOnce() {
    assertThat(codes(faults("createSuppression", "{}"))).isEqualTo(Map.of("/phone", "required"));
  }

  @Test
  void reportsRootOfWrongType() {
    assertThat(codes(faults("createCallOrder", "[]"))).isEqualTo(Map.of("", "type"));
    assertThat(codes(faults("createCallOrder", "null"))).isEqualTo(Map.of("", "type"));
    assertThat(codes(faults("createCallOrder", "\"x\""))).isEqualTo(Map.of("", "type"));
  }

  @Test
  void reportsUnstorableValuesAtTheirMember() {
    String order = RequestExamples.order().toString();
    String spoiled =
        order.replaceFirst(
            "\\{",
            "{\"metadata\":{\"n\":1e400000,\"d\":"
                + "1".repeat(33)
                + ",\"z\":\"a\\\\u0000\",\"s\":\"\\\\ud800x\",\"k\\\\udc00\":1,\"ok\":1e64,"
                + "\"pair\":\"\\\\ud83d\\\\ude00\"},");
    assertThat(codes(faults("createCallOrder", spoiled)))
        .isEqualTo(
            new TreeMap<>(
                Map.of(
                    "/metadata/n", "format",
                    "/metadata/d", "format",
                    "/metadata/z", "pattern",
                    "/metadata/s", "pattern",
                    "/metadata/k\udc00", "pattern")));
  }

  @Test
  void shortensInputAndHidesUnknownMembers() {
    String order =
        RequestExamples.order()
            .put("client_secret", "cosk_verysecret")
            .put("order_type", "ä".repeat(500))
            .toString();
    List<FieldError> faults = faults("createCallOrder", order);
    assertThat(faults).hasSize(2);
    assertThat(faults.toString()).doesNotContain("cosk_verysecret");
    assertThat(faults)
        .filteredOn(fault -> fault.pointer().equals("/order_type"))
        .singleElement()
        .satisfies(fault -> assertThat(fault.input()).isEqualTo("ä".repeat(200)))
        .satisfies(fault -> assertThat(fault.context()).isEqualTo(Map.of("max_length", 64)));
  }

  @Test
  void namesTheFormatAndTheUnitOfABound() {
    ObjectNode order = RequestExamples.order();
    order.withObject("/context/claim").put("due_date", "soon");
    order.withObject("/context/variables").put("long", "x".repeat(20_000));
    assertThat(faults("createCallOrder", order.toString()))
        .extracting(FieldError::pointer, FieldError::context)
        .contains(
            tuple("/context/claim/due_date", Map.of("rule", "date")),
            tuple("/context/variables", Map.of("max_length", 16_384, "rule", "bytes")));
  }

  private static void set(ObjectNode root, String pointer, JsonNode value) {
    int slash = pointer.lastIndexOf('/');
    ((ObjectNode) root.at(pointer.substring(0, slash))).set(pointer.substring(slash + 1), value);
  }

  private static Map<String, String> order(Consumer<ObjectNode> change) {
    ObjectNode order = RequestExamples.order();
    change.accept(order);
    return codes(faults("createCallOrder", order.toString()));
  }

  private static Map<String, String> steps(String step) {
    ObjectNode version = Json.object();
    version.putObject("trigger").put("signal_type", "a.b");
    ArrayNode steps = version.putArray("steps");
    steps.add(Json.parse(step));
    return codes(faults("createSequenceVersion", version.toString()));
  }

  private static List<FieldError> faults(String operation, String body) {
    return validator(operation).body(StrictJsonReader.read(body.getBytes(UTF_8)));
  }
}
