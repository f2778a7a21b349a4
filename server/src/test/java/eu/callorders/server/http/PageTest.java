package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {
  @Test
  void writesListEnvelope() {
    assertThat(Page.of(List.of(bytes("{\"id\":1}"), bytes("{\"id\":\"ä\"}")), true, "c\"x").text())
        .isEqualTo(
            "{\"data\":[{\"id\":1},{\"id\":\"ä\"}],\"has_more\":true,\"next_cursor\":\"c\\\"x\"}");
    assertThat(Page.ofNodes(List.of(), false, null).text())
        .isEqualTo("{\"data\":[],\"has_more\":false,\"next_cursor\":null}");
  }

  private static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }
}
