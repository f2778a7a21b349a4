package eu.callorders.server.call;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.core.telephony.GatewayEvent.Turns;
import eu.callorders.server.json.Json;

/** The stored part of a transcript, without account and card numbers. */
public final class TranscriptDocument {
  private TranscriptDocument() {}

  /** {@code {locale, complete, turns}}, redacted. */
  public static ObjectNode of(Turns spoken) {
    ObjectNode document =
        Json.object()
            .put("locale", TextRedaction.redact(spoken.locale()).text())
            .put("complete", spoken.complete());
    ArrayNode turns = document.putArray("turns");
    spoken.turns().forEach(turn -> turns.add(turn(turn)));
    return document;
  }

  private static ObjectNode turn(Turn turn) {
    TextRedaction redaction = TextRedaction.redact(turn.text());
    ObjectNode json =
        Json.object()
            .put("index", turn.index())
            .put("speaker", turn.speaker())
            .put("start_ms", turn.startMs())
            .put("end_ms", turn.endMs())
            .put("text", redaction.text());
    if (!redaction.spans().isEmpty()) {
      ArrayNode spans = json.putArray("redactions");
      for (TextRedaction.Span span : redaction.spans()) {
        spans
            .addObject()
            .put("start", span.start())
            .put("end", span.end())
            .put("kind", span.kind());
      }
    }
    return json;
  }
}
