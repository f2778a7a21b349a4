package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.StatusBadge.Tone;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusStyleTest {
  private static final String SUMMARY_CODES = "/KnownSummaryCode/enum";
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private static List<String> values(String contract, String pointer) throws IOException {
    String file = "/contract/" + contract + ".yaml";
    try (InputStream text = StatusStyleTest.class.getResourceAsStream(file)) {
      JsonNode schemas = YAML.readTree(Objects.requireNonNull(text)).at("/components/schemas");
      return Json.list(schemas.at(pointer), JsonNode::asText);
    }
  }

  private static List<String> words(String text) {
    return text == null ? List.of() : List.of(text.split(" "));
  }

  /** The values of each registry that is shown in color, by tone. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # contract | registry | waiting | active | good | warning | bad | neutral
          openapi | /CallOrderStatus/enum | accepted scheduled | dialing in_progress | | expired | failed | completed canceled
          openapi | /Disposition/enum | | | answered | no_answer busy voicemail | failed | canceled
          openapi | /EnrollmentStatus/enum | | active | | paused | failed | completed exited canceled
          openapi | /SequenceStatus/enum | draft | active | | | | archived
          openapi | /OrderTypeStatus/enum | draft | active | | | | archived
          openapi | /WebhookEndpointStatus/enum | pending_verification | active | | | | disabled
          openapi | /WebhookEndpoint/properties/verification/properties/state/enum | pending | | succeeded | expired | failed |
          openapi | /KnownEndpointDisabledReason/enum | | | | | gone failing |
          openapi | /WebhookDeliveryStatus/enum | pending | | succeeded | retrying | failed | skipped
          openapi | /KnownSummaryCode/enum | | | payment_claimed payment_promised installment_wish settlement_wish hardship_stated callback_requested human_requested | language_barrier identity_not_confirmed third_party_only wrong_number conversation_incomplete voicemail no_contact expired | number_unusable technical_failure outcome_unknown | objection_to_calls deceased_reported represented insolvency_reported disputed refused no_outcome canceled suppressed
          openapi | /KnownHoldStatus/enum | | active | | expired | | released
          administration | /RunningCall/properties/status/enum | | placing placed ringing | answered | | |
          administration | /Explanation/properties/rules/items/properties/verdict/enum | | | pass | wait | block |
          administration | /Overview/properties/gateways/items/properties/state/x-extensible-enum | | | up | degraded half_open | down open | unknown
          """)
  void hasAToneForEachValueOfTheContract(
      String contract,
      String registry,
      String waiting,
      String active,
      String good,
      String warning,
      String bad,
      String neutral)
      throws IOException {
    List<List<String>> byTone =
        Stream.of(neutral, waiting, active, good, warning, bad)
            .map(StatusStyleTest::words)
            .toList();
    for (Tone tone : Tone.values()) {
      assertThat(byTone.get(tone.ordinal()))
          .allSatisfy(value -> assertThat(StatusStyle.of(value)).as(value).isEqualTo(tone));
    }
    assertThat(byTone.stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(values(contract, registry))
        .allMatch(StatusStyle::isKnown);
  }

  @Test
  void hasAToneForEachEventType() throws IOException {
    for (String type : values("openapi", "/KnownEventType/enum")) {
      String name = type.substring(type.indexOf('.') + 1);
      assertThat(Stream.of(name, name.split("_", -1)[0]).anyMatch(StatusStyle::isKnown))
          .as(type)
          .isEqualTo(!type.equals("call.ended")); // its disposition decides
    }
  }

  /** An ended order has the color of its outcome in every status; a failed one stays red. */
  @Test
  void colorsOrdersByOutcome() throws IOException {
    List<String> codes = values("openapi", SUMMARY_CODES);
    assertThat(codes).hasSizeGreaterThan(20);
    for (String code : codes) {
      for (String status : values("openapi", "/CallOrderStatus/enum")) {
        Tone expected =
            switch (status) {
              case "completed", "expired", "canceled" -> StatusStyle.of(code);
              case "failed" -> Tone.BAD;
              default -> StatusStyle.of(status);
            };
        assertThat(StatusStyle.order(status, code)).as(status + " " + code).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "completed, technical_failure, BAD",
    "completed, outcome_unknown, BAD",
    "completed, no_contact, WARNING",
    "completed, refused, NEUTRAL",
    "completed, payment_promised, GOOD",
    "completed, sang_along, NEUTRAL",
    "completed, '', NEUTRAL",
    "expired, sang_along, WARNING",
    "failed, payment_promised, BAD",
    "dialing, no_contact, ACTIVE",
    "levitating, payment_promised, NEUTRAL",
  })
  void colorsOrdersOfTheApiAndOfEvents(String status, String code, Tone tone) {
    ObjectNode order = Json.object().put("status", status);
    order.putObject("result").put("summary_code", code);
    assertThat(StatusStyle.order(order)).isEqualTo(tone);
    ObjectNode event = Json.object().put("type", "call_order." + status);
    event.set("data", order);
    assertThat(StatusStyle.event(event)).isEqualTo(tone);
  }

  @ParameterizedTest
  @CsvSource({
    "exited, invoice.paid, GOOD",
    "exited, subject_reached, GOOD",
    "exited, do_not_call, NEUTRAL",
    "exited, replaced, NEUTRAL",
    "completed, handled on the first call, GOOD",
    "completed, skipped:do_not_call, NEUTRAL",
    "completed, '', NEUTRAL",
    "canceled, canceled, NEUTRAL",
    "failed, subject_data_missing, BAD",
    "paused, '', WARNING",
  })
  void colorsEnrollmentsByExitReason(String status, String reason, Tone tone) {
    assertThat(StatusStyle.enrollment(status, reason)).isEqualTo(tone);
    ObjectNode event = Json.object().put("type", "enrollment." + status);
    event.putObject("data").put("exit_reason", reason.isEmpty() ? null : reason);
    assertThat(StatusStyle.event(event)).isEqualTo(tone);
  }

  @ParameterizedTest
  @CsvSource({
    "call.ended, disposition, failed, BAD",
    "call.ended, disposition, no_answer, WARNING",
    "call.ended, disposition, echoed, NEUTRAL",
    "call.started, disposition, failed, ACTIVE",
    "webhook_endpoint.disabled, reason, failing, BAD",
    "webhook_endpoint.disabled, reason, bored, NEUTRAL",
    "webhook_endpoint.failing, reason, '', BAD",
    "sequence.activated, status, draft, ACTIVE",
    "call_order.paused_for_review, status, scheduled, WARNING",
    "enrollment.step_started, status, active, ACTIVE",
  })
  void colorsEventsByTheOutcomeTheyReport(String type, String member, String value, Tone tone) {
    ObjectNode event = Json.object().put("type", type);
    event.putObject("data").put(member, value);
    assertThat(StatusStyle.event(event)).isEqualTo(tone);
  }

  @ParameterizedTest
  @CsvSource({"open, ACTIVE", "kept, GOOD", "broken, BAD", "withdrawn, NEUTRAL", "sung, NEUTRAL"})
  void colorsPromises(String status, Tone tone) throws IOException {
    assertThat(StatusStyle.promise(status)).isEqualTo(tone);
    assertThat(values("openapi", "/KnownPromiseStatus/enum")).hasSize(4);
  }

  @Test
  void isNeutralForUnknownValues() {
    assertThat(List.of("", "levitating", "null", "COMPLETED"))
        .allSatisfy(value -> assertThat(StatusStyle.of(value)).isEqualTo(Tone.NEUTRAL))
        .noneMatch(StatusStyle::isKnown);
    assertThat(StatusStyle.order(Json.object())).isEqualTo(Tone.NEUTRAL);
    assertThat(StatusStyle.event(Json.object())).isEqualTo(Tone.NEUTRAL);
    assertThat(StatusStyle.event(Json.object().put("type", "moon.landed"))).isEqualTo(Tone.NEUTRAL);
  }
}
