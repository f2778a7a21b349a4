package eu.callorders.simulator.standalone;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EventsResult.EventPage;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.gatewaykit.EventPageDocument;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.MalformedDocumentException;
import eu.callorders.gatewaykit.PlaceCallDocument;
import eu.callorders.gatewaykit.ResponseDocuments;
import eu.callorders.simulator.Calls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract, its examples and the code agree. */
class GatewayContractTest {
  private static final Set<String> BODIES = Set.of("application/json", "application/problem+json");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String AT = "2026-11-20T09:30:00Z";
  private static final String CALL = "call_01jd3n8t00e9wt8h5qtzfh8yz1";
  private static final String ORDER = "ord_01jd3n8t00e9wt8h5qtzfh8yz2";
  private static final String TENANT = "tn_01jd3n8t00e9wt8h5qtzfh8yz3";

  private final GatewayContract contract = new GatewayContract();

  GatewayContractTest() throws IOException {}

  @Test
  void examplesMatchTheirSchemas() {
    List<JsonNode> media = new ArrayList<>();
    contract.document().findValues("content").forEach(content -> media.addAll(bodies(content)));
    int examples = 0;
    for (JsonNode body : media) {
      List<JsonNode> found = new ArrayList<>();
      if (body.has("example")) {
        found.add(body.path("example"));
      }
      body.path("examples").forEach(each -> found.add(contract.resolved(each).path("value")));
      assertThat(found).as(body.toString()).isNotEmpty();
      found.forEach(example -> contract.check(body.path("schema"), example.toString()));
      examples += found.size();
    }
    assertThat(examples).isGreaterThan(15);
  }

  @Test
  void examplesCanBeRead() throws IOException {
    assertThat(PlaceCallDocument.read(example("PlaceCall")).attemptNumber()).isEqualTo(2);
    List<GatewayEvent> batch = GatewayEventDocument.readAll(example("EventBatch"));
    assertThat(batch).hasSize(6);
    assertThat(EventPageDocument.read(example("EventPage")).events()).hasSize(1);
    UUID attempt = batch.getFirst().header().attemptId();
    assertThat(GatewayEventDocument.readSnapshot(attempt, example("CallSnapshot")).events())
        .hasSize(2);
  }

  @Test
  void writtenDocumentsMatchTheContract() {
    contract.checkComponent(
        "PlaceCall", json(PlaceCallDocument.write(Calls.toDigits("21").build())));
    contract.checkComponent(
        "PlaceCall", json(PlaceCallDocument.write(Calls.toDigits("21").notForced().build())));
    contract.checkComponent(
        "PlaceCall",
        json(
            PlaceCallDocument.write(
                Calls.toDigits("21")
                    .build()
                    .withOrigin(
                        new CallOrigin(UUID.randomUUID(), UUID.randomUUID(), "Y29udGV4dA")))));
    contract.checkComponent(
        "EraRequest",
        json(
            GatewayJson.write(
                new EraRequest(UUID.randomUUID(), 1, UUID.randomUUID(), UUID.randomUUID(), true))));
    contract.checkComponent(
        "CurrentEra",
        json(GatewayJson.write(new EraQueryResult.Found(1, UUID.randomUUID(), Instant.now()))));
    List<GatewayEvent> events = GatewayEventDocument.readAll(exampleOf("EventBatch"));
    QueryResult.Found found = new QueryResult.Found("ref", events);
    contract.checkComponent("EventBatch", json(GatewayEventDocument.writeAll(events)));
    contract.checkComponent(
        "CallSnapshot",
        json(GatewayEventDocument.writeSnapshot(events.getFirst().header().attemptId(), found)));
    contract.checkComponent("EventPage", json(EventPageDocument.write(new EventPage(events, "a"))));
    contract.checkComponent(
        "Health",
        json(
            GatewayJson.write(
                new GatewayHealth(GatewayHealth.State.DOWN, 0, Duration.ofMillis(5)))));
    contract.checkComponent(
        "Capabilities", json(GatewayJson.write(new Capabilities(true, true, true, true, true))));
    contract.checkComponent("CancelResult", json(ResponseDocuments.cancellation(true)));
    contract.checkComponent("PlacedCall", json(GatewayJson.write(new PlaceResult.Accepted("ref"))));
  }

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

  /** The contract and the code accept the same date-times. */
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
  void dateTimesAreAcceptedAsDocumented(String at, boolean taken) {
    ObjectNode event =
        GatewayEventDocument.write(
            GatewayEventDocument.readAll(exampleOf("EventBatch")).getFirst());
    event.put("at", at);

    assertThat(isAccepted(() -> contract.checkComponent("GatewayEvent", json(event))))
        .isEqualTo(taken);
    assertThat(isAccepted(() -> GatewayEventDocument.read(event))).isEqualTo(taken);
  }

  private static boolean isAccepted(Runnable check) {
    try {
      check.run();
      return true;
    } catch (AssertionError | MalformedDocumentException refused) {
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyRefusalIsDocumented(RefusalReason code) {
    contract.checkResponse(
        "POST",
        "/gateway/v1/calls",
        ResponseDocuments.status(code),
        "application/problem+json",
        json(ResponseDocuments.refusal(code)));
  }

  private static List<JsonNode> bodies(JsonNode content) {
    return BODIES.stream().filter(content::has).map(content::path).toList();
  }

  private JsonNode example(String name) throws IOException {
    JsonNode value = contract.document().at("/components/examples/" + name + "/value");
    return GatewayJson.parse(value.toString().getBytes(StandardCharsets.UTF_8));
  }

  private JsonNode exampleOf(String name) {
    try {
      return example(name);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String json(Object tree) {
    return new String(GatewayJson.bytes(tree), StandardCharsets.UTF_8);
  }
}
