package eu.callorders.gatewaykit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.gatewaykit.Bound.Matching;
import eu.callorders.gatewaykit.Bound.PublicId;
import eu.callorders.gatewaykit.Bound.Range;
import eu.callorders.gatewaykit.Bound.Text;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Gateway events, single, in batches and as the snapshot of a call. One object has the members of
 * the header, the type, and those of the type.
 */
public final class GatewayEventDocument {
  public static final int MAX_EVENTS = 100;

  static final int MAX_TURNS = 10_000;
  static final int MAX_TEXT = 100_000;

  private static final int MAX_SNAPSHOT = 10_000;

  private GatewayEventDocument() {}

  private record Type(@Text(max = PortMembers.MAX_WORD) String type) {}

  /** Members of the placing: all come together, those of the origin only with the others. */
  private record Facts(
      @PublicId(IdKind.ORDER) UUID callOrderId,
      @PublicId(IdKind.TENANT) UUID tenantId,
      PhoneNumber to,
      @Range(min = 1, max = PortMembers.MAX_ATTEMPTS) int attempt,
      Instant notAfter) {}

  private record Ended(
      Disposition disposition,
      EndCause cause,
      @Text(max = PortMembers.MAX_WORD) @Nullable String endedBy,
      @Nullable Instant answeredAt,
      Instant endedAt) {}

  private record EndCause(
      Cause code,
      @Range(min = 100, max = 699) @Nullable Integer sip,
      @Range(max = 127) @Nullable Integer q850,
      @Text(max = PortMembers.MAX_WORD, sanitized = true) @Nullable String detail) {
    static EndCause of(GatewayEvent.Ended ended) {
      GatewayEvent.NetworkCause network = ended.network();
      return network == null
          ? new EndCause(ended.cause(), null, null, null)
          : new EndCause(ended.cause(), network.sip(), network.q850(), network.detail());
    }

    GatewayEvent.@Nullable NetworkCause network() {
      return sip == null && q850 == null && detail == null
          ? null
          : new GatewayEvent.NetworkCause(sip, q850, detail);
    }
  }

  private record Turns(
      @Text(max = PortMembers.MAX_WORD, sanitized = true) String locale,
      boolean complete,
      List<Turn> turns) {}

  private record Disclosed(
      @Matching(pattern = "[0-9a-f]{64}", fault = "is no SHA-256 in hexadecimal")
          String textSha256) {}

  private record Objection(@Text(max = PortMembers.MAX_WORD, sanitized = true) String scope) {}

  private record Forgotten(
      @PublicId(IdKind.ORDER) UUID callOrderId, @PublicId(IdKind.TENANT) UUID tenantId) {}

  private record Report(Map<String, Object> report) {}

  private record Snapshot(
      @PublicId(IdKind.CALL) UUID attemptId,
      @Text(max = PortMembers.MAX_REF) String gatewayRef,
      JsonNode events) {}

  public static ObjectNode write(GatewayEvent event) {
    ObjectNode document = GatewayJson.object();
    return switch (event) {
      case GatewayEvent.Accepted(var header, GatewayEvent.Facts facts) when facts != null -> {
        write(document, "call.accepted", header)
            .setAll(
                GatewayJson.write(
                    new Facts(
                        facts.orderId(),
                        facts.tenantId(),
                        facts.to(),
                        facts.attemptNumber(),
                        facts.notAfter())));
        yield PlaceCallDocument.withOrigin(document, facts.origin());
      }
      case GatewayEvent.Accepted(var header, _) -> write(document, "call.accepted", header);
      case GatewayEvent.Ringing(var header) -> write(document, "call.ringing", header);
      case GatewayEvent.Answered(var header) -> write(document, "call.answered", header);
      case GatewayEvent.Disclosed(var header, var hash) ->
          write(document, "call.disclosed", header).setAll(GatewayJson.write(new Disclosed(hash)));
      case GatewayEvent.Ended ended ->
          write(document, "call.ended", ended.header())
              .setAll(
                  GatewayJson.write(
                      new Ended(
                          ended.disposition(),
                          EndCause.of(ended),
                          ended.endedBy(),
                          ended.answeredAt(),
                          ended.endedAt())));
      case GatewayEvent.Turns(var header, var locale, var complete, var turns) ->
          write(document, "call.turns", header)
              .setAll(GatewayJson.write(new Turns(locale, complete, turns)));
      case GatewayEvent.Objection(var header, var scope) ->
          write(document, "call.objection", header).put("scope", scope);
      case GatewayEvent.Report(var header, var report) ->
          write(document, "call.report", header).setAll(GatewayJson.write(new Report(report)));
      case GatewayEvent.Forgotten(var header, var order, var tenant) ->
          write(document, "call.forgotten", header)
              .setAll(GatewayJson.write(new Forgotten(order, tenant)));
    };
  }

  private static ObjectNode write(ObjectNode document, String type, GatewayEvent.Header header) {
    return document
        .put("event_id", header.eventId())
        .put("type", type)
        .setAll(GatewayJson.write(header));
  }

  public static ArrayNode writeAll(List<GatewayEvent> events) {
    return GatewayJson.array(events.stream().map(GatewayEventDocument::write).toList());
  }

  /** Throws {@link MalformedDocumentException}. */
  public static GatewayEvent read(JsonNode document) {
    return read(document, "");
  }

  /** Reads 1 to {@link #MAX_EVENTS} events; throws {@link MalformedDocumentException}. */
  public static List<GatewayEvent> readAll(@Nullable JsonNode batch) {
    List<GatewayEvent> events = items(batch, "", MAX_EVENTS, GatewayEventDocument::read);
    if (events.isEmpty()) {
      throw new MalformedDocumentException("", "has no items");
    }
    return events;
  }

  static GatewayEvent read(JsonNode document, String pointer) {
    GatewayEvent.Header header = GatewayJson.read(document, pointer, GatewayEvent.Header.class);
    return switch (GatewayJson.read(document, pointer, Type.class).type()) {
      case "call.accepted" -> new GatewayEvent.Accepted(header, facts(document, pointer));
      case "call.ringing" -> new GatewayEvent.Ringing(header);
      case "call.answered" -> new GatewayEvent.Answered(header);
      case "call.disclosed" ->
          new GatewayEvent.Disclosed(
              header, GatewayJson.read(document, pointer, Disclosed.class).textSha256());
      case "call.ended" -> ended(header, document, pointer);
      case "call.turns" -> turns(header, document, pointer);
      case "call.objection" ->
          new GatewayEvent.Objection(
              header, GatewayJson.read(document, pointer, Objection.class).scope());
      case "call.forgotten" -> {
        Forgotten forgotten = GatewayJson.read(document, pointer, Forgotten.class);
        yield new GatewayEvent.Forgotten(header, forgotten.callOrderId(), forgotten.tenantId());
      }
      case "call.report" ->
          new GatewayEvent.Report(
              header, GatewayJson.read(document, pointer, Report.class).report());
      default -> throw new MalformedDocumentException(pointer + "/type", "is none of its values");
    };
  }

  private static GatewayEvent.@Nullable Facts facts(JsonNode event, String pointer) {
    CallOrigin origin = PlaceCallDocument.origin(event, pointer);
    if (origin == null
        && Stream.of("call_order_id", "tenant_id", "to", "attempt", "not_after")
            .noneMatch(event::has)) {
      return null;
    }
    Facts facts = GatewayJson.read(event, pointer, Facts.class);
    return new GatewayEvent.Facts(
        facts.callOrderId(),
        facts.tenantId(),
        facts.to(),
        facts.attempt(),
        facts.notAfter(),
        origin);
  }

  private static GatewayEvent ended(GatewayEvent.Header header, JsonNode event, String pointer) {
    Ended ended = GatewayJson.read(event, pointer, Ended.class);
    if (ended.endedBy() != null && Actor.of(ended.endedBy()).isEmpty()) {
      throw new MalformedDocumentException(pointer + "/ended_by", "is none of its values");
    }
    return new GatewayEvent.Ended(
        header,
        ended.disposition(),
        ended.cause().code(),
        ended.endedBy(),
        ended.answeredAt(),
        ended.endedAt(),
        ended.cause().network());
  }

  private static GatewayEvent turns(GatewayEvent.Header header, JsonNode event, String pointer) {
    Turns turns = GatewayJson.read(event, pointer, Turns.class);
    PlaceCallDocument.requireSize(turns.turns(), MAX_TURNS, pointer + "/turns");
    for (int i = 0; i < turns.turns().size(); i++) {
      Turn turn = turns.turns().get(i);
      if (turn.endMs() < turn.startMs()) {
        throw new MalformedDocumentException(
            pointer + "/turns/" + i + "/end_ms", "is before start_ms");
      }
    }
    return new GatewayEvent.Turns(header, turns.locale(), turns.complete(), turns.turns());
  }

  public static ObjectNode writeSnapshot(UUID attemptId, QueryResult.Found found) {
    return GatewayJson.write(new Snapshot(attemptId, found.gatewayRef(), writeAll(found.events())));
  }

  /** Throws {@link MalformedDocumentException}, also if it is about another attempt. */
  public static QueryResult.Found readSnapshot(UUID attemptId, @Nullable JsonNode document) {
    Snapshot snapshot = GatewayJson.read(document, Snapshot.class);
    if (!snapshot.attemptId().equals(attemptId)) {
      throw new MalformedDocumentException("/attempt_id", "is another attempt");
    }
    List<GatewayEvent> events =
        items(snapshot.events(), "/events", MAX_SNAPSHOT, GatewayEventDocument::read);
    if (events.stream().anyMatch(event -> !event.header().attemptId().equals(attemptId))) {
      throw new MalformedDocumentException("/events", "are of another attempt");
    }
    return new QueryResult.Found(snapshot.gatewayRef(), events);
  }

  /** The items of an array, each read with its pointer. */
  static <T> List<T> items(
      @Nullable JsonNode array, String pointer, int max, BiFunction<JsonNode, String, T> item) {
    if (array == null || !array.isArray()) {
      throw new MalformedDocumentException(pointer, "is no array");
    }
    if (array.size() > max) {
      throw new MalformedDocumentException(pointer, "has more than " + max + " items");
    }
    List<T> read = new ArrayList<>();
    array.forEach(each -> read.add(item.apply(each, pointer + "/" + read.size())));
    return List.copyOf(read);
  }
}
