package eu.callorders.core.telephony.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.EventsResult.EventPage;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Objection;
import eu.callorders.core.telephony.GatewayEvent.Report;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.core.telephony.GatewayEvent.Turns;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.telephony.QueryResult;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireDocumentsTest {
  private static final EraRequest ERA =
      new EraRequest(new UUID(1, 2), 32_767, new UUID(3, 4), new UUID(5, 6), new UUID(7, 8), true);

  @Test
  void documentsRoundTrip() {
    assertThat(PlaceCallDocument.read(PlaceCallDocument.write(SampleDocuments.fullCall())))
        .isEqualTo(SampleDocuments.fullCall());
    assertThat(PlaceCallDocument.read(PlaceCallDocument.write(SampleDocuments.bareCall())))
        .isEqualTo(SampleDocuments.bareCall());
    assertThat(
            GatewayEventDocument.readAll(GatewayEventDocument.writeAll(SampleDocuments.events())))
        .isEqualTo(SampleDocuments.events());
    QueryResult.Found found = new QueryResult.Found("ref-1", SampleDocuments.events());
    assertThat(
            SnapshotDocument.read(
                SampleDocuments.ATTEMPT, SnapshotDocument.write(SampleDocuments.ATTEMPT, found)))
        .isEqualTo(found);
    Capabilities capabilities = new Capabilities(true, false, true, false, true);
    assertThat(CapabilitiesDocument.read(CapabilitiesDocument.write(capabilities)))
        .isEqualTo(capabilities);
    EventPage page = new EventPage(SampleDocuments.events(), "a-1_B");
    assertThat(EventPageDocument.read(EventPageDocument.write(page))).isEqualTo(page);
    EventPage kept = new EventPage(SampleDocuments.events(), "a-1_B", "5f3a", SampleDocuments.AT);
    assertThat(EventPageDocument.read(EventPageDocument.write(kept))).isEqualTo(kept);
    assertThat(EraDocument.read(EraDocument.write(ERA))).isEqualTo(ERA);
    assertThat(CancelResultDocument.read(CancelResultDocument.write(true)))
        .isEqualTo(CancelResult.ACCEPTED);
    assertThat(CancelResultDocument.read(CancelResultDocument.write(false)))
        .isEqualTo(CancelResult.ALREADY_ENDED);
  }

  @ParameterizedTest
  @EnumSource
  void healthRoundTrips(GatewayHealth.State state) {
    GatewayHealth full = new GatewayHealth(state, 3, Duration.ofSeconds(2));
    GatewayHealth bare = new GatewayHealth(state, null, null);
    assertThat(HealthDocument.read(HealthDocument.write(full))).isEqualTo(full);
    assertThat(HealthDocument.read(HealthDocument.write(bare))).isEqualTo(bare);
  }

  @ParameterizedTest
  @EnumSource
  void refusalsRoundTripWithTheirRetryAfter(RefusalReason code) {
    PlaceResult.Refused refused = new PlaceResult.Refused(code, Duration.ofSeconds(1));
    assertThat(
            PlaceResultDocument.read(
                PlaceResultDocument.status(refused), PlaceResultDocument.write(refused), "1"))
        .isEqualTo(refused);
  }

  @Test
  void onlyDocumentedRefusalsAreRefusals() {
    Map<String, Object> capacity =
        PlaceResultDocument.write(new PlaceResult.Refused(RefusalReason.CAPACITY, null));
    assertThat(PlaceResultDocument.read(429, capacity, null))
        .isEqualTo(new PlaceResult.Refused(RefusalReason.CAPACITY, null));
    for (PlaceResult unclear :
        List.of(
            PlaceResultDocument.read(422, capacity, null),
            PlaceResultDocument.read(503, capacity, null),
            PlaceResultDocument.read(422, Map.of("code", "busy"), null),
            PlaceResultDocument.read(422, null, null),
            PlaceResultDocument.read(429, List.of(), null),
            PlaceResultDocument.read(200, Map.of("gateway_ref", "x"), null),
            PlaceResultDocument.read(201, Map.of("gateway_ref", ""), null),
            PlaceResultDocument.read(201, null, null),
            PlaceResultDocument.read(409, null, null),
            PlaceResultDocument.read(409, Map.of("code", "still_running"), null),
            PlaceResultDocument.read(401, Map.of("code", 7), null))) {
      assertThat(unclear).isInstanceOf(PlaceResult.Unknown.class);
    }
    assertThat(PlaceResultDocument.read(201, Map.of("gateway_ref", "x"), null))
        .isEqualTo(new PlaceResult.Accepted("x"));
    assertThat(PlaceResultDocument.read(409, Map.of("code", "attempt_conflict"), null))
        .isEqualTo(new PlaceResult.Conflict());
  }

  @Test
  void readsTheResultOfAnEraRequest() {
    Map<String, Object> inUse = EraDocument.refused("era_in_use", "Nodes are at work.", 3);
    assertThat(EraDocument.readResult(200, EraDocument.granted(3), null))
        .isEqualTo(new EraRequestResult.Granted());
    assertThat(EraDocument.readResult(409, inUse, "7"))
        .isEqualTo(new EraRequestResult.InUse(3, Duration.ofSeconds(7)));
    assertThat(
            EraDocument.readResult(409, EraDocument.refused("stale_era", "It is over.", 4), null))
        .isEqualTo(new EraRequestResult.Stale(4));
    for (EraRequestResult unclear :
        List.of(
            EraDocument.readResult(404, null, null),
            EraDocument.readResult(422, inUse, null),
            EraDocument.readResult(409, Map.of("code", "stale_era"), null),
            EraDocument.readResult(409, null, null))) {
      assertThat(unclear).isInstanceOf(EraRequestResult.Unavailable.class);
    }
  }

  @Test
  void readsTheResultOfAnEraQuery() {
    EraQueryResult.Found found = new EraQueryResult.Found(3, new UUID(1, 2), SampleDocuments.AT);
    Map<String, Object> body = EraQueryResultDocument.write(found);
    assertThat(body.keySet()).containsExactly("number", "id", "heard_at");
    assertThat(EraQueryResultDocument.read(200, body)).isEqualTo(found);
    assertThat(EraQueryResultDocument.read(404, Map.of("code", "unknown_deployment")))
        .isEqualTo(new EraQueryResult.NotFound());
    for (EraQueryResult unclear :
        List.of(
            EraQueryResultDocument.read(404, Map.of("code", "unknown_path")),
            EraQueryResultDocument.read(404, null),
            EraQueryResultDocument.read(410, Map.of("code", "unknown_deployment")),
            EraQueryResultDocument.read(200, Map.of("number", 3)),
            EraQueryResultDocument.read(200, null))) {
      assertThat(unclear).isInstanceOf(EraQueryResult.Unavailable.class);
    }
  }

  @Test
  void contextIsBoundedAndRequiresAnEra() {
    Map<String, Object> placing =
        new LinkedHashMap<>(PlaceCallDocument.write(SampleDocuments.fullCall()));
    placing.put("context", "a".repeat(1025));
    assertThat(fault(() -> PlaceCallDocument.read(placing)).pointer()).isEqualTo("/context");
    placing.put("context", "a".repeat(1024));
    assertThat(PlaceCallDocument.read(placing).origin().context()).hasSize(1024);
    placing.remove("era");
    assertThat(fault(() -> PlaceCallDocument.read(placing)).pointer()).isEqualTo("/era");
  }

  @Test
  void retryAfterIsRoundedUp() {
    assertThat(RetryAfter.seconds(Duration.ofMillis(1))).isEqualTo(1);
    assertThat(RetryAfter.seconds(Duration.ofSeconds(1))).isEqualTo(1);
    assertThat(RetryAfter.seconds(Duration.ofMillis(1001))).isEqualTo(2);
    assertThat(RetryAfter.read("Fri, 20 Nov 2026 09:30:00 GMT")).isNull();
  }

  @Test
  void timestampsKeepMicroseconds() {
    assertThat(Rfc3339Timestamps.write(SampleDocuments.AT))
        .isEqualTo("2026-11-20T09:30:00.123456Z");
    assertThat(Rfc3339Timestamps.write(SampleDocuments.bareCall().notAfter()))
        .isEqualTo("2026-11-20T09:30:00.000Z");
    assertThat(Rfc3339Timestamps.read("2026-11-20T10:30:00.123456+01:00", ""))
        .isEqualTo(SampleDocuments.AT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-20", "2026-11-20T09:30:00", "2026-13-20T09:30:00Z", "0001-11-20T09:30:00Z",
        "2026-11-20T09:30Z", "now", "+99999-11-20T09:30:00Z", "2026-11-20T25:30:00Z"
      })
  void rejectsOtherTimestamps(String text) {
    assertThat(fault(() -> Rfc3339Timestamps.read(text, "/at")).pointer()).isEqualTo("/at");
  }

  @Test
  void readsIntegersOfAnyExactType() {
    for (Object number : List.of(30, 30L, 30.0, BigInteger.valueOf(30), new BigDecimal("30.0"))) {
      assertThat(ValueReader.integer(number, "")).isEqualTo(30);
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
      assertThat(fault(() -> ValueReader.integer(number, "/n")).pointer()).isEqualTo("/n");
    }
  }

  @Test
  void ignoresUnknownMembers() {
    Map<String, Object> later = PlaceCallDocument.write(SampleDocuments.fullCall());
    later.put("mood", "sunny");
    assertThat(PlaceCallDocument.read(later)).isEqualTo(SampleDocuments.fullCall());
  }

  @Test
  void faultHasAPointer() {
    List<Map<String, Object>> batch =
        new ArrayList<>(GatewayEventDocument.writeAll(SampleDocuments.events()));
    batch.get(4).put("cause", Map.of("code", "sunspots"));
    MalformedDocumentException fault = fault(() -> GatewayEventDocument.readAll(batch));
    assertThat(fault.pointer()).isEqualTo("/4/cause/code");
    assertThat(fault).hasMessage("/4/cause/code is none of its values");
    assertThat(ValueReader.pointerTo("", "a/b~c")).isEqualTo("/a~1b~0c");
  }

  @Test
  void rejectsNullMembers() {
    Map<String, Object> ended = GatewayEventDocument.write(SampleDocuments.events().get(4));
    ended.put("answered_at", null);
    assertThat(fault(() -> GatewayEventDocument.read(ended)).pointer()).isEqualTo("/answered_at");
    Map<String, Object> health =
        HealthDocument.write(new GatewayHealth(GatewayHealth.State.UP, null, null));
    health.put("free_channels", null);
    assertThat(fault(() -> HealthDocument.read(health)).pointer()).isEqualTo("/free_channels");
  }

  @Test
  void rejectsAnEmptyDelivery() {
    assertThat(fault(() -> GatewayEventDocument.readAll(List.of()))).hasMessageContaining("items");
  }

  @Test
  void malformedItemDoesNotInvalidateItsPage() {
    Map<String, Object> page =
        new LinkedHashMap<>(EventPageDocument.write(new EventPage(SampleDocuments.events(), "n")));
    List<Object> items = new ArrayList<>((List<?>) page.get("events"));
    items.add(1, Map.of("type", "call.sunspots"));
    items.add(null);
    page.put("events", items);

    EventPage read = EventPageDocument.read(page);

    assertThat(read.events()).isEqualTo(SampleDocuments.events());
    assertThat(read.malformed()).hasSize(2);
    assertThat(read.malformed().getFirst().item()).isEqualTo(Map.of("type", "call.sunspots"));
    assertThat(read.malformed().getFirst().fault()).startsWith("/events/1/");
  }

  @Test
  void enforcesBounds() {
    Map<String, Object> event = GatewayEventDocument.write(SampleDocuments.events().getFirst());
    assertThat(fault(() -> GatewayEventDocument.readAll(Collections.nCopies(101, event))))
        .hasMessageContaining("100");
    Map<String, Object> call = PlaceCallDocument.write(SampleDocuments.fullCall());
    call.put("recording", true);
    assertThat(fault(() -> PlaceCallDocument.read(call)).pointer()).isEqualTo("/recording");
    Map<String, Object> deep = new LinkedHashMap<>();
    for (int i = 0; i < 5000; i++) {
      deep = new LinkedHashMap<>(Map.of("a", deep));
    }
    Map<String, Object> bottomless = deep;
    assertThat(fault(() -> ValueReader.freeForm(bottomless, "")).fault()).contains("deep");
  }

  /** U+0000 and unpaired surrogates. */
  @ParameterizedTest
  @ValueSource(strings = {"\0", "\ud800", "\udfff"})
  void replacesUnstorableCharactersInTextsAndRejectsThemInIdentifiers(String unstorable) {
    List<Map<String, Object>> batch = GatewayEventDocument.writeAll(SampleDocuments.events());
    String words = "a" + unstorable + "\ud83d\ude00";
    String kept = "a\ufffd\ud83d\ude00";
    batch.get(3).put("scope", words);
    batch.get(6).put("locale", words);
    turn(batch.get(6)).put("text", words);
    batch.get(7).put("report", Map.of("summary", words, words, List.of(words)));

    List<GatewayEvent> read = GatewayEventDocument.readAll(batch);

    assertThat(read.get(3))
        .isInstanceOfSatisfying(Objection.class, it -> assertThat(it.scope()).isEqualTo(kept));
    assertThat(read.get(6))
        .isEqualTo(
            new Turns(
                SampleDocuments.header(7),
                kept,
                true,
                List.of(new Turn(0, "subject", 0, 10, kept))));
    assertThat(read.get(7))
        .isEqualTo(
            new Report(SampleDocuments.header(8), Map.of("summary", kept, kept, List.of(kept))));
    for (String identifier : List.of("event_id", "gateway_ref")) {
      Map<String, Object> event = GatewayEventDocument.write(SampleDocuments.events().getFirst());
      event.put(identifier, words);
      assertThat(fault(() -> GatewayEventDocument.read(event)).pointer())
          .isEqualTo("/" + identifier);
    }
  }

  @Test
  void lengthsCountCodePoints() {
    Map<String, Object> turns = GatewayEventDocument.write(SampleDocuments.events().get(6));
    turns.put("locale", "\ud83d\ude00".repeat(100));
    turns.put("event_id", "\ud83d\ude00".repeat(255));
    assertThat(GatewayEventDocument.read(turns).header().eventId()).hasSize(510);
    turns.put("locale", "\ud83d\ude00".repeat(101));
    assertThat(fault(() -> GatewayEventDocument.read(turns)).pointer()).isEqualTo("/locale");
    turns.put("event_id", "\ud83d\ude00".repeat(256));
    assertThat(fault(() -> GatewayEventDocument.read(turns)).pointer()).isEqualTo("/event_id");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> turn(Map<String, Object> turns) {
    Map<String, Object> turn =
        new LinkedHashMap<>(((List<Map<String, Object>>) turns.get("turns")).getFirst());
    turns.put("turns", List.of(turn));
    return turn;
  }

  @Test
  void snapshotOfAnotherAttemptIsRejected() {
    Map<String, Object> snapshot =
        SnapshotDocument.write(
            SampleDocuments.ATTEMPT, new QueryResult.Found("ref-1", SampleDocuments.events()));
    UUID other = new UUID(9, 9);
    assertThat(fault(() -> SnapshotDocument.read(other, snapshot)).pointer())
        .isEqualTo("/attempt_id");
    Map<String, Object> foreign =
        SnapshotDocument.write(other, new QueryResult.Found("ref-1", SampleDocuments.events()));
    assertThat(fault(() -> SnapshotDocument.read(other, foreign)).pointer()).isEqualTo("/events");
  }

  static Stream<Map.Entry<Object, Function<Object, Object>>> documents() {
    return Stream.of(
        Map.entry(PlaceCallDocument.write(SampleDocuments.fullCall()), PlaceCallDocument::read),
        Map.entry(
            GatewayEventDocument.writeAll(SampleDocuments.events()), GatewayEventDocument::readAll),
        Map.entry(
            SnapshotDocument.write(
                SampleDocuments.ATTEMPT, new QueryResult.Found("ref-1", SampleDocuments.events())),
            tree -> SnapshotDocument.read(SampleDocuments.ATTEMPT, tree)),
        Map.entry(
            EventPageDocument.write(new EventPage(SampleDocuments.events(), "n")),
            EventPageDocument::read),
        Map.entry(
            HealthDocument.write(
                new GatewayHealth(GatewayHealth.State.UP, 1, Duration.ofSeconds(1))),
            HealthDocument::read),
        Map.entry(
            CapabilitiesDocument.write(new Capabilities(true, true, true, true)),
            CapabilitiesDocument::read),
        Map.entry(EraDocument.write(ERA), EraDocument::read),
        Map.entry(
            EraQueryResultDocument.write(
                new EraQueryResult.Found(3, new UUID(1, 2), SampleDocuments.AT)),
            tree -> EraQueryResultDocument.read(200, tree)),
        Map.entry(CancelResultDocument.write(true), CancelResultDocument::read));
  }

  /** For any value in any place, reading returns a document or throws the documented exception. */
  @ParameterizedTest
  @MethodSource("documents")
  void readingNeverFailsOtherwise(Map.Entry<Object, Function<Object, Object>> document) {
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
            new Object(),
            Map.of(1, 2),
            Arrays.asList((Object) null),
            "2026-11-20T09:30:00Z",
            "call_0",
            Long.MIN_VALUE);
    values.forEach(value -> survives(document, value));
    int[] places = {0};
    copy(document.getKey(), null, -1, places);
    for (int place = 0; place < places[0]; place++) {
      for (Object value : values) {
        survives(document, copy(document.getKey(), value, place, new int[] {0}));
      }
    }
  }

  private static void survives(Map.Entry<Object, Function<Object, Object>> document, Object tree) {
    try {
      document.getValue().apply(tree);
    } catch (MalformedDocumentException expected) {
      assertThat(expected.pointer()).matches("(/.*)?");
    }
  }

  /** A copy with the value in one place; {@code next} counts the places. */
  private static Object copy(Object tree, Object value, int place, int[] next) {
    if (tree instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach(
          (name, member) ->
              copy.put(name, next[0]++ == place ? value : copy(member, value, place, next)));
      return copy;
    }
    if (tree instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(item -> copy.add(next[0]++ == place ? value : copy(item, value, place, next)));
      return copy;
    }
    return tree;
  }

  private static MalformedDocumentException fault(ThrowingCallable reading) {
    List<MalformedDocumentException> caught = new ArrayList<>();
    assertThatThrownBy(reading)
        .isInstanceOfSatisfying(MalformedDocumentException.class, caught::add);
    return caught.getFirst();
  }
}
