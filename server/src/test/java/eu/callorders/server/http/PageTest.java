package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {
  @Test
  void writesListEnvelope() {
    assertThat(Page.of(List.of("{\"id\":1}", "{\"id\":2}"), true, "c\"x").body())
        .isEqualTo(
            "{\"data\":[{\"id\":1},{\"id\":2}],\"has_more\":true,\"next_cursor\":\"c\\\"x\"}");
    assertThat(Page.ofNodes(List.of(), false, null).body())
        .isEqualTo("{\"data\":[],\"has_more\":false,\"next_cursor\":null}");
  }
}
