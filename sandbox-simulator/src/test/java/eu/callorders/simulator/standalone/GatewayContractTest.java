package eu.callorders.simulator.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
import eu.callorders.gatewaykit.PlaceCallDocument;
import eu.callorders.gatewaykit.ResponseDocuments;
import eu.callorders.simulator.Calls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract, its examples and the code agree. */
class GatewayContractTest {
  private static final Set<String> BODIES = Set.of("application/json", "application/problem+json");

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
