package eu.callorders.gatewaykit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.telephony.EventsResult.EventPage;
import eu.callorders.core.telephony.EventsResult.MalformedEvent;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.Bound.Matching;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One page of a gateway's event log. */
public final class EventPageDocument {
  public static final int MAX_EVENTS = 1000;

  // Part of a signed id, hence without characters that need escaping.
  private static final String CURSOR = "[A-Za-z0-9_-]{1,255}";

  private EventPageDocument() {}

  private record Page(
      JsonNode events,
      @Matching(pattern = CURSOR, fault = "is not a cursor") String next,
      @Matching(pattern = CURSOR, fault = "is not an id of a log") @Nullable String logId,
      @Nullable Instant keptSince) {}

  public static ObjectNode write(EventPage page) {
    return GatewayJson.write(
        new Page(
            GatewayEventDocument.writeAll(page.events()),
            page.nextCursor(),
            page.logId(),
            page.retainedSince()));
  }

  /** Throws {@link MalformedDocumentException}; a malformed item does not invalidate the page. */
  public static EventPage read(@Nullable JsonNode document) {
    Page page = GatewayJson.read(document, Page.class);
    List<MalformedEvent> malformed = new ArrayList<>();
    List<Optional<GatewayEvent>> events =
        GatewayEventDocument.items(
            page.events(),
            "/events",
            MAX_EVENTS,
            (item, pointer) -> event(item, pointer, malformed));
    return new EventPage(
        events.stream().flatMap(Optional::stream).toList(),
        malformed,
        page.next(),
        page.logId(),
        page.keptSince());
  }

  private static Optional<GatewayEvent> event(
      JsonNode item, String pointer, List<MalformedEvent> malformed) {
    try {
      return Optional.of(GatewayEventDocument.read(item, pointer));
    } catch (MalformedDocumentException fault) {
      malformed.add(
          new MalformedEvent(GatewayJson.untyped(item), String.valueOf(fault.getMessage())));
      return Optional.empty();
    }
  }
}
