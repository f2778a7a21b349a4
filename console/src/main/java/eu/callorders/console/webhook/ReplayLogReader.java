package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.KnownEventTypes;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Derives the progress of a replay from the delivery log, since the API does not report it. Uses
 * only timestamps of the log, never the local clock. Not thread-safe.
 *
 * <p>New events may go to the same endpoint meanwhile. The feed lists them, and the first delivery
 * of each is not counted; without {@code events:read} they are counted too.
 */
final class ReplayLogReader {
  private static final String EVENTS = "/v1/events";
  private static final String FAR_FUTURE = "2999-01-01T00:00:00Z";

  private final ApiClient api;
  private final boolean canReadEvents;
  private final String endpointId;
  private final String newestBefore;
  private final Map<String, DeliveryRow> deliveries = new LinkedHashMap<>();
  private final Set<String> newEvents = new HashSet<>();
  private String feedCursor;
  private int pages;

  private ReplayLogReader(Session session, String endpointId, String newestBefore, String feed) {
    this.api = session.api();
    this.canReadEvents = session.may(Scope.EVENTS_READ);
    this.endpointId = endpointId;
    this.newestBefore = newestBefore;
    this.feedCursor = feed;
  }

  /** Notes the end of log and feed; call it before the replay starts. */
  static ReplayLogReader startingNow(Session session, String endpointId) throws ApiException {
    ApiClient api = session.api();
    List<DeliveryRow> newest = deliveries(api, endpointId, 1, "").rows();
    Query future = Query.none().with("created_after", FAR_FUTURE);
    String feed = session.may(Scope.EVENTS_READ) ? api.page(EVENTS, future, 1, "").next() : "";
    return new ReplayLogReader(
        session, endpointId, newest.isEmpty() ? "" : newest.getFirst().createdAt(), feed);
  }

  private static Page<DeliveryRow> deliveries(
      ApiClient api, String endpointId, int limit, String after) throws ApiException {
    Query query = Query.none().with("endpoint_id", endpointId);
    return api.page(DeliveryRow.PATH, query, limit, after).map(DeliveryRow::of);
  }

  /** Whether deliveries of new events are counted too. */
  boolean isMixed() {
    return !canReadEvents;
  }

  /** Reads what is new since the last call. */
  ReplayTally read(int expected) throws ApiException {
    boolean active = isActive();
    pages = 0;
    readLog();
    if (canReadEvents) {
      readFeed();
    }
    return tally(expected, active);
  }

  /** False also if the endpoint was deleted. */
  private boolean isActive() throws ApiException {
    return api.find(EndpointRow.PATH + "/" + endpointId).rows().stream()
        .anyMatch(endpoint -> endpoint.path("status").asText().equals("active"));
  }

  /** Number of log pages read by the last call. */
  int pages() {
    return pages;
  }

  /** Reads from the top to the known rows, and on until all open rows are updated. */
  private void readLog() throws ApiException {
    Set<String> open = new HashSet<>();
    deliveries.values().stream().filter(row -> !row.isFinal()).forEach(row -> open.add(row.id()));
    boolean overlaps = false;
    Page<DeliveryRow> page = new Page<>(List.of(), true, "");
    while (page.hasMore() && !(overlaps && open.isEmpty())) {
      page = deliveries(api, endpointId, ApiClient.PAGE_SIZE, page.next());
      pages++;
      for (DeliveryRow row : page.rows()) {
        if (row.createdAt().compareTo(newestBefore) <= 0) {
          return;
        }
        open.remove(row.id());
        overlaps |= deliveries.put(row.id(), row) != null;
      }
    }
  }

  private void readFeed() throws ApiException {
    boolean more = true;
    while (more) {
      Page<JsonNode> page = api.page(EVENTS, Query.none(), feedCursor);
      page.rows().forEach(event -> newEvents.add(event.path("id").asText()));
      feedCursor = page.next();
      more = page.hasMore();
    }
  }

  private ReplayTally tally(int expected, boolean active) {
    Map<String, Integer> states = new HashMap<>();
    Map<String, DeliveryRow> first = new HashMap<>();
    deliveries.values().stream()
        .filter(row -> !KnownEventTypes.OUTSIDE_THE_FEED.contains(row.eventType()))
        .sorted(Comparator.comparing(DeliveryRow::createdAt))
        .forEach(
            row -> {
              boolean isFirst = first.putIfAbsent(row.eventId(), row) == null;
              if (isFirst != newEvents.contains(row.eventId())) {
                states.merge(row.status(), 1, Integer::sum);
              }
            });
    return new ReplayTally(
        expected,
        states.getOrDefault("succeeded", 0),
        states.getOrDefault("pending", 0),
        states.getOrDefault("retrying", 0),
        states.getOrDefault("failed", 0),
        states.getOrDefault("skipped", 0),
        active);
  }
}
