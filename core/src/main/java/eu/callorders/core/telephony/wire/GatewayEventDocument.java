package eu.callorders.core.telephony.wire;

import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.GatewayEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Gateway events, single or in batches. */
public final class GatewayEventDocument {
  public static final int MAX_EVENTS = 100;

  private static final int MAX_TURNS = 10_000;
  private static final int MAX_REF_LENGTH = 255;
  private static final int MAX_TEXT_LENGTH = 100_000;
  private static final int MAX_WORD_LENGTH = 100;
  private static final int MAX_ATTEMPTS = 1_000_000;

  /** Members of the placing. All come together; those of the origin only with the others. */
  private static final List<String> FACTS =
      List.of(
          "call_order_id",
          "tenant_id",
          "to",
          "attempt",
          "not_after",
          "deployment",
          "era",
          "context");

  private static final Pattern E164 = Pattern.compile("\\+[1-9][0-9]{1,14}");

  private GatewayEventDocument() {}

  public static Map<String, Object> write(GatewayEvent event) {
    GatewayEvent.Header header = event.header();
    ObjectBuilder node =
        new ObjectBuilder()
            .with("event_id", header.eventId())
            .with("type", type(event))
            .with("attempt_id", IdKind.CALL.format(header.attemptId()))
            .with("gateway_ref", header.gatewayRef())
            .with("sequence", header.sequence())
            .with("at", Rfc3339Timestamps.write(header.at()));
    switch (event) {
      case GatewayEvent.Accepted(_, GatewayEvent.Facts facts) when facts != null ->
          facts(node, facts);
      case GatewayEvent.Accepted _, GatewayEvent.Ringing _, GatewayEvent.Answered _ -> {}
      case GatewayEvent.Ended ended -> ended(node, ended);
      case GatewayEvent.Turns turns -> turns(node, turns);
      case GatewayEvent.Objection objection -> node.with("scope", objection.scope());
      case GatewayEvent.Report report -> node.with("report", report.document());
      case GatewayEvent.Forgotten(_, UUID orderId, UUID tenantId) ->
          node.with("call_order_id", IdKind.ORDER.format(orderId))
              .with("tenant_id", IdKind.TENANT.format(tenantId));
    }
    return node.build();
  }

  /** Throws {@link MalformedDocumentException}. */
  public static GatewayEvent read(@Nullable Object tree) {
    return read(tree, "");
  }

  public static List<Map<String, Object>> writeAll(List<GatewayEvent> events) {
    return events.stream().map(GatewayEventDocument::write).toList();
  }

  /** Reads 1 to {@link #MAX_EVENTS} events; throws {@link MalformedDocumentException}. */
  public static List<GatewayEvent> readAll(@Nullable Object tree) {
    List<GatewayEvent> events =
        ObjectReader.items(tree, "", MAX_EVENTS, GatewayEventDocument::read);
    if (events.isEmpty()) {
      throw new MalformedDocumentException("", "has no items");
    }
    return events;
  }

  static GatewayEvent read(@Nullable Object tree, String pointer) {
    ObjectReader event = ObjectReader.of(tree, pointer);
    GatewayEvent.Header header =
        new GatewayEvent.Header(
            event.text("event_id", MAX_REF_LENGTH),
            event.id("attempt_id", IdKind.CALL),
            event.text("gateway_ref", MAX_REF_LENGTH),
            event.integer("sequence", 0, Long.MAX_VALUE),
            event.instant("at"));
    return switch (event.text("type", MAX_WORD_LENGTH)) {
      case "call.accepted" ->
          new GatewayEvent.Accepted(header, event.hasAny(FACTS) ? facts(event) : null);
      case "call.ringing" -> new GatewayEvent.Ringing(header);
      case "call.answered" -> new GatewayEvent.Answered(header);
      case "call.ended" -> ended(header, event);
      case "call.turns" -> turns(header, event);
      case "call.objection" ->
          new GatewayEvent.Objection(header, event.sanitizedText("scope", MAX_WORD_LENGTH));
      case "call.forgotten" ->
          new GatewayEvent.Forgotten(
              header,
              event.id("call_order_id", IdKind.ORDER),
              event.id("tenant_id", IdKind.TENANT));
      case "call.report" -> new GatewayEvent.Report(header, event.freeForm("report"));
      default -> throw event.fault("type", "is none of its values");
    };
  }

  private static String type(GatewayEvent event) {
    return switch (event) {
      case GatewayEvent.Accepted _ -> "call.accepted";
      case GatewayEvent.Ringing _ -> "call.ringing";
      case GatewayEvent.Answered _ -> "call.answered";
      case GatewayEvent.Ended _ -> "call.ended";
      case GatewayEvent.Turns _ -> "call.turns";
      case GatewayEvent.Objection _ -> "call.objection";
      case GatewayEvent.Report _ -> "call.report";
      case GatewayEvent.Forgotten _ -> "call.forgotten";
    };
  }

  private static void facts(ObjectBuilder node, GatewayEvent.Facts facts) {
    node.with("call_order_id", IdKind.ORDER.format(facts.orderId()))
        .with("tenant_id", IdKind.TENANT.format(facts.tenantId()))
        .with("to", facts.to())
        .with("attempt", facts.attemptNumber())
        .with("not_after", Rfc3339Timestamps.write(facts.notAfter()));
    CallOriginDocument.write(node, facts.origin());
  }

  private static GatewayEvent.Facts facts(ObjectReader event) {
    return new GatewayEvent.Facts(
        event.id("call_order_id", IdKind.ORDER),
        event.id("tenant_id", IdKind.TENANT),
        event.matching("to", E164, "an E.164 number"),
        event.smallInteger("attempt", 1, MAX_ATTEMPTS),
        event.instant("not_after"),
        CallOriginDocument.read(event));
  }

  private static void ended(ObjectBuilder node, GatewayEvent.Ended ended) {
    Instant answeredAt = ended.answeredAt();
    node.with("disposition", ended.disposition().wire())
        .with("cause", Map.of("code", ended.cause().wire()))
        .with("ended_by", ended.endedBy())
        .with("answered_at", answeredAt == null ? null : Rfc3339Timestamps.write(answeredAt))
        .with("ended_at", Rfc3339Timestamps.write(ended.endedAt()));
  }

  private static GatewayEvent ended(GatewayEvent.Header header, ObjectReader event) {
    return new GatewayEvent.Ended(
        header,
        event.oneOf("disposition", Disposition.class, Disposition::wire),
        cause(event.object("cause")),
        event.has("ended_by") ? event.oneOf("ended_by", Actor.class, Actor::wire).wire() : null,
        event.optionalInstant("answered_at"),
        event.instant("ended_at"));
  }

  /** The network's codes are informative: validated, not stored. */
  private static Cause cause(ObjectReader cause) {
    cause.checkInteger("sip", 100, 699);
    cause.checkInteger("q850", 0, 127);
    return cause.oneOf("code", Cause.class, Cause::wire);
  }

  private static void turns(ObjectBuilder node, GatewayEvent.Turns turns) {
    node.with("locale", turns.locale())
        .with("complete", turns.complete())
        .with("turns", turns.turns().stream().map(GatewayEventDocument::turn).toList());
  }

  private static Map<String, Object> turn(GatewayEvent.Turn turn) {
    return new ObjectBuilder()
        .with("index", turn.index())
        .with("speaker", turn.speaker())
        .with("start_ms", turn.startMs())
        .with("end_ms", turn.endMs())
        .with("text", turn.text())
        .build();
  }

  private static GatewayEvent turns(GatewayEvent.Header header, ObjectReader event) {
    return new GatewayEvent.Turns(
        header,
        event.sanitizedText("locale", MAX_WORD_LENGTH),
        event.bool("complete"),
        event.array("turns", MAX_TURNS, GatewayEventDocument::turn));
  }

  private static GatewayEvent.Turn turn(@Nullable Object tree, String pointer) {
    ObjectReader turn = ObjectReader.of(tree, pointer);
    long start = turn.integer("start_ms", 0, Integer.MAX_VALUE);
    return new GatewayEvent.Turn(
        turn.smallInteger("index", 0, MAX_TURNS),
        turn.oneOf("speaker", Speaker.class, Speaker::wire).wire(),
        start,
        turn.integer("end_ms", start, Integer.MAX_VALUE),
        turn.sanitizedText("text", MAX_TEXT_LENGTH));
  }

  private enum Speaker {
    AGENT,
    SUBJECT,
    THIRD_PARTY,
    SYSTEM,
    UNKNOWN;

    String wire() {
      return WireEnums.lower(this);
    }
  }
}
