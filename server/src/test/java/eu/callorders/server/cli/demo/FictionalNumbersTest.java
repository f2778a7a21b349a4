package eu.callorders.server.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.Problem;
import eu.callorders.client.model.ProblemCode;
import eu.callorders.server.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FictionalNumbersTest {
  private final List<String> tried = new ArrayList<>();

  private JsonNode refuse(String phone, ProblemCode code) {
    tried.add(phone);
    throw new ApiException(new Problem(422, code, "", "", Map.of(), List.of()), null);
  }

  @Test
  void takesTheNextNumberAfterASuppressedOne() {
    JsonNode order =
        FictionalNumbers.order(
            49,
            "25",
            phone ->
                tried.isEmpty()
                    ? refuse(phone, ProblemCode.SUBJECT_SUPPRESSED)
                    : Json.object().put("phone", phone));
    assertThat(tried).containsExactly("+498999998925");
    assertThat(order.path("phone").asText()).isEqualTo("+493023125025");
  }

  @Test
  void triesEachNumberOnce() {
    assertThatThrownBy(
            () ->
                FictionalNumbers.order(
                    7, "25", phone -> refuse(phone, ProblemCode.SUBJECT_SUPPRESSED)))
        .isInstanceOf(ApiException.class);
    assertThat(tried).hasSize(FictionalNumbers.COUNT).doesNotHaveDuplicates();
  }

  @Test
  void endsWithAnotherRefusal() {
    assertThatThrownBy(
            () -> FictionalNumbers.order(0, "25", phone -> refuse(phone, ProblemCode.BACKLOG_FULL)))
        .isInstanceOf(ApiException.class);
    assertThat(tried).hasSize(1);
  }
}
