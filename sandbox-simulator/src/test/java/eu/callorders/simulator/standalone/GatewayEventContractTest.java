package eu.callorders.simulator.standalone;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.gatewaykit.MalformedDocumentException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract and the code accept the same events. */
class GatewayEventContractTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String AT = "2026-11-20T09:30:00Z";
  private static final String CALL = "call_01jd3n8t00e9wt8h5qtzfh8yz1";
  private static final String ORDER = "ord_01jd3n8t00e9wt8h5qtzfh8yz2";
  private static final String TENANT = "tn_01jd3n8t00e9wt8h5qtzfh8yz3";

  private final GatewayContract contract = new GatewayContract();

  GatewayEventContractTest() throws IOException {}

  /** Each optional member of an event, with a valid and with invalid values; null is invalid. */
  static Stream<Arguments> optionalMembers() {
    String deployment = "01900000-0000-7000-8000-000000000001";
    return Stream.of(
        row("call.ended", "/answered_at", AT, "yesterday", 7),
        row("call.ended", "/ended_by", "agent", "sunspots", 7),
        row("call.ended", "/cause/sip", 100, 99, 700, "486", 486.5, true),
        row("call.ended", "/cause/q850", 127, -1, 128, "17", List.of()),
        row("call.accepted", "/deployment", deployment, "a", 7),
        row("call.accepted", "/era", deployment, "a", 7),
        row("call.accepted", "/context", "Zm9v", "=", 7),
        row("call.accepted", "/call_order_id", ORDER, "ord_1", 7),
        row("call.accepted", "/tenant_id", TENANT, "tn_1", 7),
        row("call.accepted", "/to", "+493023125021", "493023125021", 7),
        row("call.accepted", "/attempt", 1, 0, 1_000_001, "1"),
        row("call.accepted", "/not_after", AT, "yesterday", 7));
  }

  private static Arguments row(String type, String member, Object good, Object... bad) {
    List<Object> wrong = new ArrayList<>(List.of(bad));
    wrong.add(null);
    return Arguments.of(type, member, good, wrong);
  }

  @ParameterizedTest
  @MethodSource("optionalMembers")
  void optionalMembersAreAcceptedAsDocumented(
      String type, String member, Object good, List<Object> bad) {
    assertAccepted(with(whole(type), member, good), true);
    for (Object wrong : bad) {
      assertAccepted(with(whole(type), member, wrong), false);
    }
  }

  /** Members of the placing come together or not at all; an origin needs its era. */
  @ParameterizedTest
  @CsvSource({
    "call_order_id, false",
    "tenant_id, false",
    "to, false",
    "attempt, false",
    "not_after, false",
    "deployment, false",
    "era, false",
    "context, true",
    "deployment era, false",
    "deployment context, false",
    "deployment era context, true",
    "call_order_id tenant_id to attempt not_after, false",
    "call_order_id tenant_id to attempt not_after deployment era context, true",
  })
  void membersOfThePlacingComeTogether(String absent, boolean accepted) {
    ObjectNode event = whole("call.accepted");
    event.remove(List.of(absent.split(" ")));
    assertAccepted(event, accepted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "call_order_id",
        "tenant_id",
        "to",
        "attempt",
        "not_after",
        "deployment",
        "era",
        "context"
      })
  void noMemberOfThePlacingComesAlone(String member) {
    ObjectNode event = whole("call.accepted");
    Set<String> all = event.properties().stream().map(Map.Entry::getKey).collect(toSet());
    all.removeAll(
        Set.of("event_id", "type", "attempt_id", "gateway_ref", "sequence", "at", member));
    event.remove(all);
    assertAccepted(event, false);
  }

  private static ObjectNode whole(String type) {
    ObjectNode event = JSON.createObjectNode();
    event.put("event_id", "1").put("type", type).put("attempt_id", CALL).put("gateway_ref", "a");
    event.put("sequence", 1).put("at", AT);
    if (type.equals("call.ended")) {
      event.put("disposition", "answered").put("ended_at", AT).put("answered_at", AT);
      event.put("ended_by", "agent").putObject("cause").put("code", "normal").put("sip", 200);
    } else {
      event.put("call_order_id", ORDER).put("tenant_id", TENANT).put("to", "+493023125021");
      event.put("attempt", 1).put("not_after", AT).put("context", "Zm9v");
      event.put("deployment", UUID.randomUUID().toString());
      event.put("era", UUID.randomUUID().toString());
    }
    return event;
  }

  private static ObjectNode with(ObjectNode event, String member, Object value) {
    JsonPointer at = JsonPointer.compile(member);
    ((ObjectNode) event.at(at.head()))
        .set(at.last().getMatchingProperty(), JSON.valueToTree(value));
    return event;
  }

  private void assertAccepted(ObjectNode event, boolean accepted) {
    String text = event.toString();
    assertThat(isAccepted(() -> contract.checkComponent("GatewayEvent", text)))
        .as("the contract accepts %s", text)
        .isEqualTo(accepted);
    assertThat(isAccepted(() -> GatewayEventDocument.read(event)))
        .as("the code accepts %s", text)
        .isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-20T09:30:00Z, true",
    "2026-11-20t09:30:00z, true",
    "2026-11-20T09:30:00.123456789+01:00, true",
    "1000-01-01T00:00:00Z, true",
    "2999-12-31T23:59:59Z, true",
    "2026-11-20T09:30:00-18:00, true",
    "2026-11-20T09:30:00.1234567890Z, false",
    "0999-12-31T23:59:59Z, false",
    "3000-01-01T00:00:00Z, false",
    "2026-11-20T09:30:00+18:01, false",
    "2026-11-20T09:30:00-19:00, false",
    "2016-12-31T23:59:60Z, false",
    "2026-11-20T24:00:00Z, false",
    "2026-02-30T09:30:00Z, false",
    "2026-11-20T09:30:00, false",
    "2026-11-20T09:30Z, false",
    "2026-11-20T09:30:00.Z, false",
    "2026-11-20, false",
  })
  void dateTimesAreAcceptedAsDocumented(String at, boolean accepted) {
    assertAccepted(whole("call.accepted").put("at", at), accepted);
  }

  private static boolean isAccepted(Runnable check) {
    try {
      check.run();
      return true;
    } catch (AssertionError | MalformedDocumentException refused) {
      return false;
    }
  }
}
