package eu.callorders.server.dial;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.EventsAnswer.MalformedEvent;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.wire.GatewayEventDocument;
import eu.callorders.server.call.Redaction;
import eu.callorders.server.call.TreeRedaction;
import eu.callorders.server.http.Json;
import org.jspecify.annotations.Nullable;

/** News of the gateway in the form in which an operator finds them when they cannot be stored. */
final class RawNews {
  private static final int LONGEST = 65_536;

  private RawNews() {}

  /** Names them: the same news again have the same name. */
  static String id(GatewayNews news) {
    if (news instanceof GatewayNews.Malformed malformed) {
      return malformed.id();
    }
    String attempt = IdKind.CALL.format(news.attemptId());
    return news instanceof GatewayNews.Told(GatewayEvent event)
        ? attempt + "/" + event.header().eventId()
        : attempt + "/" + news.getClass().getSimpleName();
  }

  /** As the gateway sent them, without account and card numbers. */
  static String text(GatewayNews news) {
    String text =
        switch (news) {
          case GatewayNews.Told(GatewayEvent event) -> json(GatewayEventDocument.write(event));
          case GatewayNews.Malformed(_, _, MalformedEvent event) ->
              Redaction.of(event.fault()).text() + ": " + json(event.item());
          default -> Redaction.of(news.toString()).text();
        };
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }

  /** Blanked before it becomes JSON, in which a line break is no blank but two characters. */
  private static String json(@Nullable Object tree) {
    return TreeRedaction.of(Json.mapper().valueToTree(tree)).toString();
  }
}
