package eu.callorders.bench;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads the tenant's events of some types, in their order. */
final class Feed {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Api api;
  private final String filter;
  private final List<Event> events = new ArrayList<>();
  private String cursor = "";

  /** From the first event on; types are separated by commas, as in the contract's filter. */
  Feed(Api api, String types) {
    this.api = api;
    this.filter = types.isEmpty() ? "" : "&event_types=" + types;
  }

  record Event(String type, String orderId, Instant occurredAt, JsonObject data) {}

  List<Event> events() {
    return events;
  }

  /** Reads what is there; answers all of it. */
  List<Event> read() {
    boolean more = true;
    while (more) {
      String after = cursor.isEmpty() ? "" : "&after=" + cursor;
      JsonObject page =
          api.get("/v1/events?limit=100" + after + filter).await().require(200).toJsonObject();
      page.getJsonArray("data").forEach(event -> events.add(event((JsonObject) event)));
      cursor = page.getString("next_cursor", cursor);
      more = page.getBoolean("has_more");
    }
    return events;
  }

  /** Reads until there are so many events; gives up when none came for half a minute. */
  List<Event> await(int count) throws InterruptedException {
    Instant giveUp = Instant.now().plusSeconds(30);
    int known = read().size();
    while (known < count) {
      if (Instant.now().isAfter(giveUp)) {
        throw new IllegalStateException(
            "only %d of %d events have come%s".formatted(known, count, filter));
      }
      Thread.sleep(PAUSE);
      int before = known;
      known = read().size();
      if (known > before) {
        giveUp = Instant.now().plusSeconds(30);
      }
    }
    return events;
  }

  private static Event event(JsonObject event) {
    return new Event(
        event.getString("type"),
        event.getJsonObject("related").getString("call_order_id"),
        Instant.parse(event.getString("occurred_at")),
        event.getJsonObject("data"));
  }
}
