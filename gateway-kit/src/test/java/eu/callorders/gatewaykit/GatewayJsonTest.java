package eu.callorders.gatewaykit;

import static eu.callorders.gatewaykit.SampleDocuments.fault;
import static eu.callorders.gatewaykit.SampleDocuments.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EventsResult.EventPage;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.QueryResult;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayJsonTest {

  @Test
  void documentsRoundTrip() {
    Capabilities capabilities = new Capabilities(true, false, true, false, true);
    assertThat(GatewayJson.read(GatewayJson.write(capabilities), Capabilities.class))
        .isEqualTo(capabilities);
    EraRequest era = SampleDocuments.era();
    assertThat(GatewayJson.read(GatewayJson.write(era), EraRequest.class)).isEqualTo(era);
  }

  @ParameterizedTest
  @EnumSource
  void healthRoundTrips(GatewayHealth.State state) {
    GatewayHealth full = new GatewayHealth(state, 3, Duration.ofSeconds(2));
    GatewayHealth bare = new GatewayHealth(state, null, null);
    assertThat(GatewayJson.read(GatewayJson.write(full), GatewayHealth.class)).isEqualTo(full);
    assertThat(GatewayJson.read(GatewayJson.write(bare), GatewayHealth.class)).isEqualTo(bare);
  }

  @Test
  void membersWithADefaultMayBeAbsent() {
    Capabilities all = new Capabilities(true, true, true, true, true, true);
    ObjectNode capabilities = GatewayJson.write(all);
    assertThat(GatewayJson.read(capabilities, Capabilities.class)).isEqualTo(all);
    capabilities.remove(List.of("recovery", "disclosure"));
    assertThat(GatewayJson.read(capabilities, Capabilities.class))
        .isEqualTo(new Capabilities(true, true, true, true));
    capabilities.remove("event_log");
    assertThat(fault(() -> GatewayJson.read(capabilities, Capabilities.class)))
        .hasMessage("/event_log is missing");
    ObjectNode era = GatewayJson.write(SampleDocuments.era());
    era.remove(List.of("take_over", "previous_node"));
    assertThat(GatewayJson.read(era, EraRequest.class))
        .isEqualTo(
            new EraRequest(new UUID(1, 2), 32_767, new UUID(3, 4), new UUID(5, 6), null, false));
  }

  @Test
  void timestampsKeepMicroseconds() {
    assertThat(GatewayJson.write(foundAt(SampleDocuments.AT)).get("heard_at").textValue())
        .isEqualTo("2026-11-20T09:30:00.123456Z");
    Instant second = SampleDocuments.bareCall().notAfter();
    assertThat(GatewayJson.write(foundAt(second)).get("heard_at").textValue())
        .isEqualTo("2026-11-20T09:30:00.000Z");
    assertThat(heardAt("2026-11-20T10:30:00.123456+01:00")).isEqualTo(SampleDocuments.AT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-20", "2026-11-20T09:30:00", "2026-13-20T09:30:00Z", "0001-11-20T09:30:00Z",
        "2026-11-20T09:30Z", "now", "+99999-11-20T09:30:00Z", "2026-11-20T25:30:00Z"
      })
  void rejectsOtherTimestamps(String text) {
    assertThat(fault(() -> heardAt(text)).pointer()).isEqualTo("/heard_at");
  }

  private static EraQueryResult.Found foundAt(Instant at) {
    return new EraQueryResult.Found(3, new UUID(1, 2), at);
  }

  private static Instant heardAt(String text) {
    ObjectNode found = GatewayJson.write(foundAt(SampleDocuments.AT)).put("heard_at", text);
    return GatewayJson.read(found, EraQueryResult.Found.class).lastSeenAt();
  }

  @Test
  void readsIntegersOfAnyExactType() {
    for (Object number : List.of(30, 30L, 30.0, BigInteger.valueOf(30), new BigDecimal("30.0"))) {
      assertThat(freeChannels(number)).isEqualTo(30);
    }
    for (Object number :
        List.of(
            30.5,
            Double.NaN,
            new BigDecimal("0.1"),
            new BigDecimal("1e1000000000"),
            BigInteger.TWO.pow(64),
            "30",
            true)) {
      assertThat(fault(() -> freeChannels(number)).pointer()).isEqualTo("/free_channels");
    }
  }

  private static Integer freeChannels(Object number) {
    return GatewayJson.read(
            json(Map.of("status", "up", "free_channels", number)), GatewayHealth.class)
        .freeChannels();
  }

  @Test
  void rejectsNullMembers() {
    ObjectNode health = GatewayJson.write(new GatewayHealth(GatewayHealth.State.UP, null, null));
    health.putNull("free_channels");
    assertThat(fault(() -> GatewayJson.read(health, GatewayHealth.class)))
        .hasMessage("/free_channels is null");
  }

  static Stream<Map.Entry<JsonNode, Function<JsonNode, Object>>> documents() {
    return Stream.of(
        Map.entry(PlaceCallDocument.write(SampleDocuments.fullCall()), PlaceCallDocument::read),
        Map.entry(
            GatewayEventDocument.writeAll(SampleDocuments.events()), GatewayEventDocument::readAll),
        Map.entry(
            GatewayEventDocument.writeSnapshot(
                SampleDocuments.ATTEMPT, new QueryResult.Found("ref-1", SampleDocuments.events())),
            tree -> GatewayEventDocument.readSnapshot(SampleDocuments.ATTEMPT, tree)),
        Map.entry(
            EventPageDocument.write(new EventPage(SampleDocuments.events(), "n")),
            EventPageDocument::read),
        Map.entry(
            GatewayJson.write(new GatewayHealth(GatewayHealth.State.UP, 1, Duration.ofSeconds(1))),
            tree -> GatewayJson.read(tree, GatewayHealth.class)),
        Map.entry(
            GatewayJson.write(new Capabilities(true, true, true, true)),
            tree -> GatewayJson.read(tree, Capabilities.class)),
        Map.entry(
            GatewayJson.write(SampleDocuments.era()),
            tree -> GatewayJson.read(tree, EraRequest.class)),
        Map.entry(
            GatewayJson.write(foundAt(SampleDocuments.AT)),
            tree -> ResponseDocuments.currentEra(200, tree)),
        Map.entry(ResponseDocuments.cancellation(true), ResponseDocuments::cancellation));
  }

  /** For any value in any place, reading returns a document or throws the documented exception. */
  @ParameterizedTest
  @MethodSource("documents")
  void readingNeverFailsOtherwise(Map.Entry<JsonNode, Function<JsonNode, Object>> document) {
    List<Object> values =
        Arrays.asList(
            null,
            "",
            "x",
            "\0",
            -1,
            1.5,
            Double.NaN,
            true,
            List.of(),
            List.of(1),
            Map.of(),
            Map.of("a", 1),
            new BigDecimal("1e999999999"),
            new byte[] {1},
            Map.of(1, 2),
            Arrays.asList((Object) null),
            "2026-11-20T09:30:00Z",
            "call_0",
            Long.MIN_VALUE);
    values.forEach(value -> survives(document, json(value)));
    int[] places = {0};
    copy(document.getKey(), json(null), -1, places);
    for (int place = 0; place < places[0]; place++) {
      for (Object value : values) {
        survives(document, copy(document.getKey(), json(value), place, new int[] {0}));
      }
    }
  }

  private static void survives(
      Map.Entry<JsonNode, Function<JsonNode, Object>> document, JsonNode tree) {
    try {
      document.getValue().apply(tree);
    } catch (MalformedDocumentException expected) {
      assertThat(expected.pointer()).matches("(/.*)?");
    }
  }

  /** A copy with the value in one place; {@code next} counts the places. */
  private static JsonNode copy(JsonNode tree, JsonNode value, int place, int[] next) {
    if (tree.isObject()) {
      Map<String, JsonNode> copy = new LinkedHashMap<>();
      tree.properties()
          .forEach(
              member ->
                  copy.put(
                      member.getKey(),
                      next[0]++ == place ? value : copy(member.getValue(), value, place, next)));
      return json(copy);
    }
    if (tree.isArray()) {
      List<JsonNode> copy = new ArrayList<>();
      tree.forEach(item -> copy.add(next[0]++ == place ? value : copy(item, value, place, next)));
      return json(copy);
    }
    return tree;
  }
}
