package eu.callorders.console.webhook;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.PagedRows;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Filter of the delivery log; empty members match all.
 *
 * @param createdAfter inclusive
 */
record DeliveryFilter(
    String endpointId,
    String eventId,
    String eventType,
    String status,
    @Nullable Instant createdAfter,
    @Nullable Instant createdBefore) {
  static final String PATH = "/v1/webhook-deliveries";
  static final int PAGE_SIZE = 100;

  static DeliveryFilter ofEndpoint(String endpointId) {
    return new DeliveryFilter(endpointId, "", "", "", null, null);
  }

  static DeliveryFilter ofEvent(String eventId) {
    return new DeliveryFilter("", eventId, "", "", null, null);
  }

  /**
   * Narrows the filter to a time range.
   *
   * @param from inclusive
   */
  DeliveryFilter between(Instant from, Instant to) {
    boolean isLater = createdAfter == null || from.isAfter(createdAfter);
    boolean isEarlier = createdBefore == null || to.isBefore(createdBefore);
    return new DeliveryFilter(
        endpointId,
        eventId,
        eventType,
        status,
        isLater ? from : createdAfter,
        isEarlier ? to : createdBefore);
  }

  Query query() {
    return Query.none()
        .with("endpoint_id", endpointId)
        .with("event_id", eventId)
        .with("event_type", eventType)
        .with("status", status)
        .with("created_after", createdAfter)
        .with("created_before", createdBefore);
  }

  PagedRows.Source<DeliveryRow> source(ApiClient api) {
    return after -> page(api, PAGE_SIZE, after);
  }

  Page<DeliveryRow> page(ApiClient api, int limit, String after) throws ApiException {
    return api.page(PATH, query(), limit, after).map(DeliveryRow::of);
  }
}
