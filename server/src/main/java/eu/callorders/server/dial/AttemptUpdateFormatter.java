package eu.callorders.server.dial;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.EventsResult.MalformedEvent;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.server.call.TextRedaction;
import eu.callorders.server.call.TreeRedaction;
import eu.callorders.server.json.Json;
import org.jspecify.annotations.Nullable;

/** The raw form of updates that cannot be stored, for operators. */
final class AttemptUpdateFormatter {
  private static final int MAX_LENGTH = 65_536;

  private AttemptUpdateFormatter() {}

  /** The key of an update; the same when it is received again. */
  static String id(AttemptUpdate update) {
    if (update instanceof AttemptUpdate.Malformed malformed) {
      return malformed.id();
    }
    String attempt = IdKind.CALL.format(update.attemptId());
    return update instanceof AttemptUpdate.EventReceived(GatewayEvent event)
        ? attempt + "/" + event.header().eventId()
        : attempt + "/" + update.getClass().getSimpleName();
  }

  /** The update as the gateway sent it, without account and card numbers. */
  static String render(AttemptUpdate update) {
    String text =
        switch (update) {
          case AttemptUpdate.EventReceived(GatewayEvent event) ->
              json(GatewayEventDocument.write(event));
          case AttemptUpdate.Malformed(_, _, MalformedEvent event) ->
              TextRedaction.redact(event.fault()).text() + ": " + json(event.item());
          default -> TextRedaction.redact(update.toString()).text();
        };
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH);
  }

  /** Redacts before serialization: in JSON a line break is two characters, not blank space. */
  private static String json(@Nullable Object tree) {
    return TreeRedaction.redact(Json.mapper().valueToTree(tree)).toString();
  }
}
