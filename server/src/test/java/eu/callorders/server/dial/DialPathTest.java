package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DialPathTest {
  private static final String AT_ONCE =
      "\"simulate\": {\"delays\": {\"ring_ms\": 0, \"talk_ms\": 0, \"report_ms\": 0}}";

  private static DialHouse house;

  @BeforeAll
  static void open() {
    house = new DialHouse().running();
  }

  @AfterAll
  static void close() {
    house.close();
  }

  @Test
  void anAnsweredCallCompletesTheOrder() {
    UUID id = house.order("+493023125021", AT_ONCE);
    house.awaitTerminal(id);
    JsonNode order = house.shown(id);
    System.out.println(order.toPrettyString());
    assertThat(order.path("status").asText()).isEqualTo("completed");
    assertThat(order.at("/result/summary_code").asText()).isEqualTo("payment_promised");
    assertThat(order.at("/calls/0/disposition").asText()).isEqualTo("answered");
  }

  @Test
  void anUnreachedPersonIsCalledAgainAfterTheGap() {
    UUID id = house.order("+493023125031", AT_ONCE);
    house.advance(Duration.ofDays(3));
    JsonNode order = house.shown(id);
    assertThat(order.path("status").asText()).isEqualTo("completed");
    assertThat(order.findValuesAsText("disposition"))
        .containsExactly("busy", "voicemail", "answered");
  }
}
