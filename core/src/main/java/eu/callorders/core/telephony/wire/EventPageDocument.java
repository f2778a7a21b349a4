package eu.callorders.core.telephony.wire;

import eu.callorders.core.telephony.EventsAnswer;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One page of a gateway's log of events. */
public final class EventPageDocument {
  /** The most events on a page. */
  public static final int MOST = 1000;

  // It goes into a signed id, in which nothing may need escaping.
  private static final Pattern CURSOR = Pattern.compile("[A-Za-z0-9_-]{1,255}");

  private EventPageDocument() {}

  public static Map<String, Object> write(EventsAnswer.EventPage page) {
    return new Node()
        .with("events", GatewayEventDocument.writeAll(page.events()))
        .with("next", page.next())
        .with("log_id", page.logId())
        .with("kept_since", page.keptSince() == null ? null : Times.write(page.keptSince()))
        .tree();
  }

  /** Throws {@link MalformedDocument}. */
  public static EventsAnswer.EventPage read(@Nullable Object tree) {
    Members page = Members.of(tree);
    return new EventsAnswer.EventPage(
        page.array("events", MOST, GatewayEventDocument::read),
        page.matching("next", CURSOR, "a cursor"),
        page.has("log_id") ? page.matching("log_id", CURSOR, "an id of a log") : null,
        page.optionalInstant("kept_since"));
  }
}
