package eu.callorders.server.dial;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.EventsResult.MalformedEvent;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.wire.GatewayEventDocument;
import eu.callorders.server.call.TextRedaction;
import eu.callorders.server.call.TreeRedaction;
import eu.callorders.server.http.Json;
import org.jspecify.annotations.Nullable;

/** News of the gateway in the form in which an operator finds them when they cannot be stored. */
final class RawNews {
  private static final int LONGEST = 65_536;

  private RawNews() {}

  /** Names them: the same news again have the same name. */
  static String id(AttemptUpdate news) {
    if (news instanceof AttemptUpdate.Malformed malformed) {
      return malformed.id();
    }
    String attempt = IdKind.CALL.format(news.attemptId());
    return news instanceof AttemptUpdate.EventReceived(GatewayEvent event)
        ? attempt + "/" + event.header().eventId()
        : attempt + "/" + news.getClass().getSimpleName();
  }

  /** As the gateway sent them, without account and card numbers. */
  static String text(AttemptUpdate news) {
    String text =
        switch (news) {
          case AttemptUpdate.EventReceived(GatewayEvent event) ->
              json(GatewayEventDocument.write(event));
          case AttemptUpdate.Malformed(_, _, MalformedEvent event) ->
              TextRedaction.of(event.fault()).text() + ": " + json(event.item());
          default -> TextRedaction.of(news.toString()).text();
        };
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }

  /** Blanked before it becomes JSON, in which a line break is no blank but two characters. */
  private static String json(@Nullable Object tree) {
    return TreeRedaction.of(Json.mapper().valueToTree(tree)).toString();
  }
}
