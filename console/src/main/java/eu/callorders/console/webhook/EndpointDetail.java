package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * An endpoint with its latest deliveries.
 *
 * @param recent newest first
 */
record EndpointDetail(JsonNode json, String etag, List<DeliveryRow> recent) {
  EndpointRow row() {
    return EndpointRow.of(json);
  }
}
