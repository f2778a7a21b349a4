package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.EventsResult.MalformedEvent;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.server.json.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttemptUpdateFormatterTest {
  private static final GatewayEvent.Header HEADER =
      new GatewayEvent.Header("e-1", UUID.randomUUID(), "ref", 1, Instant.EPOCH);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "4111 1111 1111 1111",
        "4111\n1111\n1111\n1111",
        "4111\r\n1111\r\n1111\r\n1111",
        "4111\t1111\t1111\t1111",
        "DE89\n3704\n0044\n0532\n0130\n00",
      })
  void redactsNumbersInEveryFieldOfAnEvent(String number) {
    String stars = "*".repeat(number.length());
    Turn turn = new Turn(0, "subject", 0, 1, "Karte " + number);
    assertThat(text(new GatewayEvent.Turns(HEADER, number, true, List.of(turn))))
        .contains("\"locale\":\"" + stars + "\"", "\"text\":\"Karte " + stars + "\"");
    assertThat(text(new GatewayEvent.Objection(HEADER, number))).contains(stars);
    Map<String, Object> report =
        Map.of("findings", Map.of("callback", Map.of("from", number)), number, List.of(number));
    assertThat(Json.parse(text(new GatewayEvent.Report(HEADER, report))).path("report"))
        .isEqualTo(
            Json.mapper()
                .valueToTree(
                    Map.of(
                        "findings",
                        Map.of("callback", Map.of("from", stars)),
                        stars,
                        List.of(stars))));
  }

  @Test
  void redactsJsonNumbers() {
    Map<String, Object> item =
        Map.of(
            "whole", 4111111111111111L,
            "decimal", new BigDecimal("4111111111111111.0"),
            "power", new BigDecimal("4.111111111111111E15"),
            "huge", new BigDecimal("1E999999999"),
            "amount", 1200);

    assertThat(Json.parse(text(item).substring("it is none: ".length())))
        .isEqualTo(
            Json.mapper()
                .valueToTree(
                    Map.of(
                        "whole",
                        "*".repeat(16),
                        "decimal",
                        "*".repeat(16) + ".0",
                        "power",
                        "*".repeat(16),
                        "huge",
                        new BigDecimal("1E999999999"),
                        "amount",
                        1200)));
  }

  @Test
  void showsNonObjects() {
    assertThat(text("Karte 4111\n1111\n1111\n1111"))
        .isEqualTo("it is none: \"Karte " + "*".repeat(19) + "\"");
    assertThat(text((Object) null)).isEqualTo("it is none: null");
  }

  private static String text(GatewayEvent event) {
    return AttemptUpdateFormatter.render(new AttemptUpdate.EventReceived(event));
  }

  private static String text(Object item) {
    return AttemptUpdateFormatter.render(
        AttemptUpdate.Malformed.of("1", new MalformedEvent(item, "it is none")));
  }
}
