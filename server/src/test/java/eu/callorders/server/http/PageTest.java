package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {
  private static JsonNode row(int characters) {
    return Json.object().put("text", "x".repeat(characters));
  }

  private static JsonNode page(int limit, JsonNode... found) {
    return Json.parse(
        Page.fitting(List.of(found), limit, row -> row, row -> "behind " + row.toString().length())
            .body());
  }

  @Test
  void endsAtTheLimit() {
    JsonNode page = page(2, row(1), row(2), row(3));
    assertThat(page.path("data")).hasSize(2);
    assertThat(page.path("has_more").asBoolean()).isTrue();
    assertThat(page.path("next_cursor").asText()).isEqualTo("behind 13");
    assertThat(page(2, row(1), row(2)).path("has_more").asBoolean()).isFalse();
  }

  @Test
  void endsEarlyRatherThanPassFourMebibytes() {
    int half = 2 << 20;
    assertThat(page(10, row(half), row(half), row(1)).path("data")).hasSize(1);
    assertThat(page(10, row(half), row(half), row(1)).path("has_more").asBoolean()).isTrue();
    assertThat(page(10, row(half - 100), row(half - 100)).path("has_more").asBoolean()).isFalse();
    JsonNode large = page(10, row(5 << 20), row(1));
    assertThat(large.path("data")).as("one row at least").hasSize(1);
    assertThat(large.path("has_more").asBoolean()).isTrue();
  }

  @Test
  void isTheEnvelopeOfAList() {
    assertThat(Page.of(List.of("{\"id\":1}", "{\"id\":2}"), true, "c\"x").body())
        .isEqualTo(
            "{\"data\":[{\"id\":1},{\"id\":2}],\"has_more\":true,\"next_cursor\":\"c\\\"x\"}");
    assertThat(Page.ofNodes(List.of(), false, null).body())
        .isEqualTo("{\"data\":[],\"has_more\":false,\"next_cursor\":null}");
  }
}
