package eu.callorders.core.telephony;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.EventsResult.MalformedEvent;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ObjectionCheckTest {
  private static final GatewayEvent.Header HEADER =
      new GatewayEvent.Header("1", UUID.randomUUID(), "ref", 1, Instant.EPOCH);

  static Stream<Map<String, Object>> objections() {
    return Stream.of(
        Map.of("summary_code", "objection_to_calls"),
        Map.of("summary_code", "objection_to_calls", "findings", "none"),
        Map.of("summary_code", "refused", "findings", Map.of("objection", Map.of())),
        Map.of("findings", Map.of("objection", Map.of("scope", "voice"))),
        Map.of("findings", Map.of("objection", true)),
        Map.of("summary_code", 7, "findings", Map.of("objection", "no more calls")));
  }

  static Stream<Map<String, Object>> others() {
    return Stream.of(
        Map.of(),
        Map.of("summary_code", "refused"),
        Map.of("summary_code", List.of("objection_to_calls")),
        Map.of("summary_code", "refused", "findings", Map.of("objection", false)),
        Map.of("findings", Collections.singletonMap("objection", null)),
        Map.of("objection", true));
  }

  @ParameterizedTest
  @MethodSource("objections")
  void reportObjectsByItsCodeOrItsFinding(Map<String, Object> report) {
    assertThat(ObjectionCheck.isObjection(new GatewayEvent.Report(HEADER, report))).isTrue();
    assertThat(ObjectionCheck.isObjection(malformed("call.report", report))).isTrue();
  }

  @ParameterizedTest
  @MethodSource("others")
  void otherReportsDoNotObject(Map<String, Object> report) {
    assertThat(ObjectionCheck.isObjection(new GatewayEvent.Report(HEADER, report))).isFalse();
    assertThat(ObjectionCheck.isObjection(malformed("call.report", report))).isFalse();
  }

  @Test
  void objectionEventObjectsAlsoWhenMalformed() {
    assertThat(ObjectionCheck.isObjection(new GatewayEvent.Objection(HEADER, "voice"))).isTrue();
    assertThat(ObjectionCheck.isObjection(malformed("call.objection", Map.of()))).isTrue();
  }

  @Test
  void otherEventsDoNotObject() {
    assertThat(ObjectionCheck.isObjection(new GatewayEvent.Ringing(HEADER))).isFalse();
    assertThat(ObjectionCheck.isObjection(malformed("call.ringing", Map.of()))).isFalse();
    assertThat(ObjectionCheck.isObjection(new MalformedEvent(null, "no object"))).isFalse();
  }

  private static MalformedEvent malformed(String type, Map<String, Object> report) {
    return new MalformedEvent(Map.of("type", type, "report", report), "/at is missing");
  }
}
