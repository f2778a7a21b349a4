package eu.callorders.core.telephony.wire;

import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.EventsResult.MalformedEvent;
import eu.callorders.core.telephony.GatewayEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One page of a gateway's event log. */
public final class EventPageDocument {
  public static final int MAX_EVENTS = 1000;

  // Part of a signed id, hence without characters that need escaping.
  private static final Pattern CURSOR = Pattern.compile("[A-Za-z0-9_-]{1,255}");

  private EventPageDocument() {}

  public static Map<String, Object> write(EventsResult.EventPage page) {
    return new ObjectBuilder()
        .with("events", GatewayEventDocument.writeAll(page.events()))
        .with("next", page.nextCursor())
        .with("log_id", page.logId())
        .with(
            "kept_since",
            page.retainedSince() == null ? null : Rfc3339Timestamps.write(page.retainedSince()))
        .build();
  }

  /** Throws {@link MalformedDocumentException}; a malformed item does not invalidate the page. */
  public static EventsResult.EventPage read(@Nullable Object tree) {
    ObjectReader page = ObjectReader.of(tree);
    List<MalformedEvent> malformed = new ArrayList<>();
    List<Optional<GatewayEvent>> events =
        page.array("events", MAX_EVENTS, (item, pointer) -> event(item, pointer, malformed));
    return new EventsResult.EventPage(
        events.stream().flatMap(Optional::stream).toList(),
        malformed,
        page.matching("next", CURSOR, "a cursor"),
        page.has("log_id") ? page.matching("log_id", CURSOR, "an id of a log") : null,
        page.optionalInstant("kept_since"));
  }

  private static Optional<GatewayEvent> event(
      @Nullable Object item, String pointer, List<MalformedEvent> malformed) {
    try {
      return Optional.of(GatewayEventDocument.read(item, pointer));
    } catch (MalformedDocumentException fault) {
      malformed.add(new MalformedEvent(item, String.valueOf(fault.getMessage())));
      return Optional.empty();
    }
  }
}
