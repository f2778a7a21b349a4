package eu.callorders.server.contract;

import static eu.callorders.server.contract.ContractFaults.CONTRACT;
import static eu.callorders.server.contract.ContractFaults.VALIDATOR;
import static eu.callorders.server.contract.ContractFaults.codes;
import static eu.callorders.server.contract.ContractFaults.validator;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.problem.FieldError;
import eu.callorders.server.http.RequestExamples;
import eu.callorders.server.http.RequestTarget;
import io.vertx.core.MultiMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Query parameters and headers of requests. */
class ParameterValidationTest {
  @TestFactory
  Stream<DynamicTest> acceptsExampleParametersOfContract() {
    return CONTRACT.operations().stream()
        .map(
            operation ->
                DynamicTest.dynamicTest(
                    operation.id(),
                    () -> {
                      RequestValidator validator = VALIDATOR.forOperation(operation);
                      Map<String, List<String>> query = new HashMap<>();
                      operation
                          .parametersIn("query")
                          .forEach(it -> query.put(it.name(), List.of(RequestExamples.value(it))));
                      assertThat(validator.query(query, new HashMap<>())).isEmpty();
                    }));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          limit=0                                  | /query/limit minimum
          limit=101                                | /query/limit maximum
          limit=ten                                | /query/limit type
          limit=                                   | /query/limit type
          limit=1.0                                | /query/limit type
          limit=%2B5                               | /query/limit type
          limit=99999999999                        | /query/limit type
          limit=5&limit=6                          | /query/limit not_unique
          status=open                              | /query/status enum
          created_after=2026-11-20T08:00:00        | /query/created_after offset_missing
          created_before=yesterday                 | /query/created_before format
          client_reference=a%00b                   | /query/client_reference pattern
          colour=green                             | /query/colour unknown_member
          a~b/c=1                                  | /query/a~0b~1c unknown_member
          Limit=5                                  | /query/Limit unknown_member
          """)
  void checksQuery(String query, String expected) {
    Map<String, String> valid = new HashMap<>();
    List<FieldError> faults =
        validator("listCallOrders").query(RequestTarget.of("/", query).query(), valid);
    assertThat(faults)
        .singleElement()
        .satisfies(it -> assertThat(it.pointer() + " " + it.code()).isEqualTo(expected));
    assertThat(faults.getFirst().in()).isEqualTo("query");
  }

  @Test
  void addsDefaultsAndRequiresParameters() {
    Map<String, String> valid = new HashMap<>();
    List<FieldError> faults = validator("listCalls").query(Map.of(), valid);
    assertThat(codes(faults)).isEqualTo(Map.of("/query/call_order_id", "required"));
    assertThat(valid).isEqualTo(Map.of("limit", "25"));
  }

  @Test
  void reportsListInQueryAsOneFault() {
    assertThat(
            codes(
                validator("listEvents")
                    .query(
                        Map.of("event_types", List.of("call_order.*,,Call.ended")),
                        new HashMap<>())))
        .isEqualTo(Map.of("/query/event_types", "pattern"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          -        | k | /header/If-Match required
          7        | k | /header/If-Match pattern
          "7", 8   | k | /header/If-Match pattern
          "7"      | -é | /header/Idempotency-Key pattern
          "7"      | a b | /header/Idempotency-Key pattern
          """)
  void checksHeaderFields(String ifMatch, String key, String expected) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    if (ifMatch != null) {
      headers.set("if-match", ifMatch);
    }
    headers.set("idempotency-key", key);
    assertThat(validator("updateCallOrder").headers(headers, new HashMap<>()))
        .singleElement()
        .satisfies(it -> assertThat(it.pointer() + " " + it.code()).isEqualTo(expected));
  }
}
