package eu.callorders.server.tracing;

import io.opentelemetry.api.trace.SpanBuilder;
import org.jspecify.annotations.Nullable;

/** All attributes of spans. OPERATING.md has the table of them. */
enum SpanAttribute {
  METHOD("http.request.method", "HTTP method of the operation"),
  ROUTE("http.route", "path of the contract with its parameters' names"),
  RESPONSE_STATUS(
      "http.response.status_code",
      "HTTP status of the response, of this service or of a webhook's receiver"),
  ERROR("error.type", "code of a webhook attempt that failed, as in the delivery log"),
  REQUEST_ID("callorders.request_id", "the request's id, as in `X-Request-Id`, problems and logs"),
  OPERATION("callorders.operation", "`operationId` of the contract"),
  TENANT_ID("callorders.tenant_id", "tenant, `tn_...`"),
  ORDER_ID("callorders.order_id", "order, `ord_...`"),
  CALL_ID("callorders.call_id", "attempt, `call_...`"),
  ATTEMPT_NUMBER(
      "callorders.attempt_number", "number of the attempt, from 1; 0: it does not count"),
  NEXT_ATTEMPT_AT("callorders.next_attempt_at", "when to call next, on the tenant's clock"),
  PLACE_RESULT(
      "callorders.place_result",
      "`accepted`, `refused`, `unavailable`, `conflict` or `unknown`, by the gateway"),
  CALL_STATUS("callorders.call_status", "`ended`, `closed`, or `refused` when nothing was dialed"),
  DISPOSITION("callorders.disposition", "how the call ended, as in the contract"),
  CAUSE("callorders.cause", "why, as far as it affects what follows"),
  ORDER_STATUS("callorders.order_status", "`completed`, `expired`, `canceled` or `failed`"),
  END_REASON("callorders.end_reason", "`termination.reason` of the result"),
  EVENT_ID("callorders.event_id", "event, `evt_...`"),
  EVENT_TYPE("callorders.event_type", "type of the event"),
  ENDPOINT_ID("callorders.endpoint_id", "webhook endpoint, `whe_...`"),
  DELIVERY_ID("callorders.delivery_id", "webhook delivery, `whd_...`");

  private final String key;
  private final String meaning;

  SpanAttribute(String key, String meaning) {
    this.key = key;
    this.meaning = meaning;
  }

  /** As collectors get it. */
  String key() {
    return key;
  }

  /** For the documentation, in Markdown. */
  String meaning() {
    return meaning;
  }

  /** Leaves out null. */
  void set(SpanBuilder span, @Nullable String value) {
    if (value != null) {
      span.setAttribute(key, value);
    }
  }

  void set(SpanBuilder span, long value) {
    span.setAttribute(key, value);
  }
}
