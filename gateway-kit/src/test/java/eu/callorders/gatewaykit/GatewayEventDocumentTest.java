package eu.callorders.gatewaykit;

import static eu.callorders.gatewaykit.SampleDocuments.fault;
import static eu.callorders.gatewaykit.SampleDocuments.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.telephony.EventsResult.EventPage;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.core.telephony.GatewayEvent.Objection;
import eu.callorders.core.telephony.GatewayEvent.Report;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.core.telephony.GatewayEvent.Turns;
import eu.callorders.core.telephony.QueryResult;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayEventDocumentTest {

  @Test
  void documentsRoundTrip() {
    assertThat(
            GatewayEventDocument.readAll(GatewayEventDocument.writeAll(SampleDocuments.events())))
        .isEqualTo(SampleDocuments.events());
    QueryResult.Found found = new QueryResult.Found("ref-1", SampleDocuments.events());
    assertThat(
            GatewayEventDocument.readSnapshot(
                SampleDocuments.ATTEMPT,
                GatewayEventDocument.writeSnapshot(SampleDocuments.ATTEMPT, found)))
        .isEqualTo(found);
    EventPage page = new EventPage(SampleDocuments.events(), "a-1_B");
    assertThat(EventPageDocument.read(EventPageDocument.write(page))).isEqualTo(page);
    EventPage kept = new EventPage(SampleDocuments.events(), "a-1_B", "5f3a", SampleDocuments.AT);
    assertThat(EventPageDocument.read(EventPageDocument.write(kept))).isEqualTo(kept);
  }

  @Test
  void factsOfAPlacingComeTogether() {
    GatewayEvent accepted =
        new GatewayEvent.Accepted(SampleDocuments.header(1), Facts.of(SampleDocuments.fullCall()));
    ObjectNode document = GatewayEventDocument.write(accepted);
    assertThat(GatewayEventDocument.read(document)).isEqualTo(accepted);
    document.remove("to");
    assertThat(fault(() -> GatewayEventDocument.read(document))).hasMessage("/to is missing");
  }

  @Test
  void faultHasAPointer() {
    ArrayNode batch = GatewayEventDocument.writeAll(SampleDocuments.events());
    ((ObjectNode) batch.get(4).get("cause")).put("code", "sunspots");
    MalformedDocumentException fault = fault(() -> GatewayEventDocument.readAll(batch));
    assertThat(fault.pointer()).isEqualTo("/4/cause/code");
    assertThat(fault).hasMessage("/4/cause/code is none of its values");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/cause", "/turns", "/turns/0", "/report"})
  void membersOfAnotherTypeAreMalformed(String pointer) {
    ArrayNode batch = GatewayEventDocument.writeAll(SampleDocuments.events());
    for (JsonNode event : batch) {
      if (event.at(pointer).isMissingNode()) {
        continue;
      }
      String parent = pointer.substring(0, pointer.lastIndexOf('/'));
      if (event.at(parent) instanceof ArrayNode items) {
        items.set(0, 7);
      } else {
        ((ObjectNode) event).put(pointer.substring(1), 7);
      }
      MalformedDocumentException fault = fault(() -> GatewayEventDocument.read(event));
      assertThat(fault.pointer()).isEqualTo(pointer);
      assertThat(fault.fault())
          .isEqualTo(pointer.equals("/turns") ? "is no array" : "is no object");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "4,answered_at,is null",
    "4,ended_at,is missing",
    "4,cause,is missing",
    "6,turns,is missing",
    "6,locale,is missing"
  })
  void nullStandsForAMissingMember(int index, String member, String fault) {
    ObjectNode event = GatewayEventDocument.write(SampleDocuments.events().get(index));
    event.putNull(member);
    assertThat(fault(() -> GatewayEventDocument.read(event)))
        .hasMessage("/" + member + " " + fault);
  }

  @Test
  void nullItemIsNoObject() {
    ObjectNode turns = GatewayEventDocument.write(SampleDocuments.events().get(6));
    turns.withArray("turns").setNull(0);
    assertThat(fault(() -> GatewayEventDocument.read(turns))).hasMessage("/turns/0 is no object");
  }

  @Test
  void rejectsAnUnknownActorAndTurnsThatEndBeforeTheirStart() {
    ObjectNode ended = GatewayEventDocument.write(SampleDocuments.events().get(4));
    ended.put("ended_by", "weather");
    assertThat(fault(() -> GatewayEventDocument.read(ended)))
        .hasMessage("/ended_by is none of its values");
    ObjectNode turns = GatewayEventDocument.write(SampleDocuments.events().get(6));
    ((ObjectNode) turns.get("turns").get(0)).put("start_ms", 11);
    assertThat(fault(() -> GatewayEventDocument.read(turns)).pointer())
        .isEqualTo("/turns/0/end_ms");
  }

  @Test
  void rejectsAnEmptyDelivery() {
    assertThat(fault(() -> GatewayEventDocument.readAll(json(List.of()))))
        .hasMessageContaining("items");
  }

  @Test
  void malformedItemDoesNotInvalidateItsPage() {
    ObjectNode page = EventPageDocument.write(new EventPage(SampleDocuments.events(), "n"));
    ArrayNode items = page.withArray("events");
    items.insert(1, json(Map.of("type", "call.sunspots")));
    items.addNull();

    EventPage read = EventPageDocument.read(page);

    assertThat(read.events()).isEqualTo(SampleDocuments.events());
    assertThat(read.malformed()).hasSize(2);
    assertThat(read.malformed().getFirst().item()).isEqualTo(Map.of("type", "call.sunspots"));
    assertThat(read.malformed().getFirst().fault()).startsWith("/events/1/");
    assertThat(read.malformed().getLast().item()).isNull();
  }

  @Test
  void enforcesBounds() {
    ObjectNode event = GatewayEventDocument.write(SampleDocuments.events().getFirst());
    assertThat(fault(() -> GatewayEventDocument.readAll(json(Collections.nCopies(101, event)))))
        .hasMessageContaining("100");
  }

  /** U+0000 and unpaired surrogates. */
  @ParameterizedTest
  @ValueSource(strings = {"\0", "\ud800", "\udfff"})
  void replacesUnstorableCharactersInTextsAndRejectsThemInIdentifiers(String unstorable) {
    ArrayNode batch = GatewayEventDocument.writeAll(SampleDocuments.events());
    String words = "a" + unstorable + "\ud83d\ude00";
    String kept = "a\ufffd\ud83d\ude00";
    ((ObjectNode) batch.get(3)).put("scope", words);
    ObjectNode turns = (ObjectNode) batch.get(6);
    turns.put("locale", words);
    ((ObjectNode) turns.get("turns").get(0)).put("text", words);
    ((ObjectNode) batch.get(7))
        .set("report", json(Map.of("summary", words, words, List.of(words))));

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
      ObjectNode event = GatewayEventDocument.write(SampleDocuments.events().getFirst());
      event.put(identifier, words);
      assertThat(fault(() -> GatewayEventDocument.read(event)).pointer())
          .isEqualTo("/" + identifier);
    }
  }

  @Test
  void lengthsCountCodePoints() {
    ObjectNode turns = GatewayEventDocument.write(SampleDocuments.events().get(6));
    turns.put("locale", "\ud83d\ude00".repeat(100));
    turns.put("event_id", "\ud83d\ude00".repeat(255));
    assertThat(GatewayEventDocument.read(turns).header().eventId()).hasSize(510);
    turns.put("locale", "\ud83d\ude00".repeat(101));
    assertThat(fault(() -> GatewayEventDocument.read(turns)).pointer()).isEqualTo("/locale");
    turns.put("event_id", "\ud83d\ude00".repeat(256));
    assertThat(fault(() -> GatewayEventDocument.read(turns)).pointer()).isEqualTo("/event_id");
  }

  @Test
  void snapshotOfAnotherAttemptIsRejected() {
    QueryResult.Found found = new QueryResult.Found("ref-1", SampleDocuments.events());
    ObjectNode snapshot = GatewayEventDocument.writeSnapshot(SampleDocuments.ATTEMPT, found);
    UUID other = new UUID(9, 9);
    assertThat(fault(() -> GatewayEventDocument.readSnapshot(other, snapshot)).pointer())
        .isEqualTo("/attempt_id");
    ObjectNode foreign = GatewayEventDocument.writeSnapshot(other, found);
    assertThat(fault(() -> GatewayEventDocument.readSnapshot(other, foreign)).pointer())
        .isEqualTo("/events");
  }
}
