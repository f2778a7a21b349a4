package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.app.InputCases.Case;
import eu.callorders.server.json.Json;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each limit of the input, at it and above it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class CallOrderInputTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  @ParameterizedTest
  @MethodSource("eu.callorders.server.app.CallOrderCases#cases")
  void validates(Case each) {
    OrderBody order = tenant.laterOrder();
    each.change().accept(order);
    ServiceResponse response = api.send("POST", Api.ORDERS, ascii(order.json()));

    if (each.fault() == null) {
      response.is(202);
    } else {
      assertThat(response.is(422, "validation_failed").errors())
          .as(order.toString())
          .contains(each.fault());
      if (!each.fault().equals("/context/history/0/channel required")) {
        assertThat(response.errors()).hasSize(1);
      }
      checkDetail(response.body());
    }
  }

  /** ASCII-only JSON, which can contain unpaired surrogates. */
  private static String ascii(JsonNode json) {
    try {
      return Json.mapper()
          .writer()
          .with(JsonWriteFeature.ESCAPE_NON_ASCII)
          .writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  /** Checks that both formats of the faults agree. */
  private static void checkDetail(JsonNode body) {
    for (int i = 0; i < body.path("errors").size(); i++) {
      JsonNode error = body.path("errors").get(i);
      JsonNode detail = body.path("detail").get(i);
      assertThat(detail.path("msg")).isEqualTo(error.path("message"));
      assertThat(detail.path("type")).isEqualTo(error.path("code"));
      StringBuilder pointer = new StringBuilder();
      ServiceResponse.items(detail.path("loc"))
          .skip(1)
          .forEach(
              step ->
                  pointer.append('/').append(step.asText().replace("~", "~0").replace("/", "~1")));
      assertThat(pointer.toString()).isEqualTo(error.path("pointer").asText());
      assertThat(detail.path("input").asText().length()).isLessThanOrEqualTo(400);
    }
  }

  @Test
  void coversEveryCode() {
    List<String> codes =
        CallOrderCases.cases().stream()
            .filter(each -> each.fault() != null)
            .map(each -> each.fault().substring(each.fault().lastIndexOf(' ') + 1))
            .distinct()
            .toList();

    assertThat(codes)
        .containsExactlyInAnyOrder(
            "required",
            "unknown_member",
            "type",
            "format",
            "pattern",
            "min_length",
            "max_length",
            "minimum",
            "maximum",
            "min_items",
            "max_items",
            "enum",
            "offset_missing",
            "unknown_time_zone",
            "invalid_phone_number",
            "not_unique",
            "inconsistent");
  }
}
