package eu.callorders.server.logging;

import java.util.Locale;

/** The fields of log lines: one name for one thing. OPERATING.md has the table of them. */
public enum LogField {
  TRACE_ID("the request's id, as in `X-Request-Id` and in problems"),
  METHOD("HTTP method, or `other`"),
  ROUTE("path of the contract with its parameters' names, or `none`"),
  OPERATION("`operationId` of the contract, or `none`"),
  RESPONSE_STATUS("HTTP status of the response, of this service or of a webhook's receiver"),
  DURATION_MS("milliseconds that the request, the attempt or the outage took"),
  TENANT_ID("tenant, `tn_...`"),
  CLIENT_ID("registration of the caller, `cli_...`"),
  OPERATOR_ID("operator who called the administration, `opr_...`"),
  EVENT_ID("event, `evt_...`"),
  EVENT_TYPE("type of the event"),
  ENDPOINT_ID("webhook endpoint, `whe_...`"),
  DELIVERY_ID("webhook delivery, `whd_...`"),
  DELIVERY_STATUS("status of the delivery after the attempt"),
  ATTEMPT_NUMBER("number of the delivery's attempt, from 1"),
  NEXT_ATTEMPT_AT("when the delivery is tried again"),
  REPLAY("whether an operator or a client asked for the delivery again"),
  HOST("host and port of the webhook's or the question's target"),
  CALL_ORDER_ID("call order, `ord_...`"),
  DECISION("reply of a client that was asked before a dial: `proceed`, `hold`, `cancel`, `failed`"),
  ERROR("code of an attempt that failed, as in the delivery log or in the explanation of an order"),
  ATTEMPT_ID("call attempt, `call_...`"),
  FAILURES("how often this was tried in vain"),
  CAUSE("what failed, without values"),
  REASON("why an era began or a halt ended"),
  ERA("number of the era of the database"),
  KNOWN_UNTIL("up to when the database is complete"),
  REQUESTS("requests that failed since the last such line"),
  OPERATIONS("number of operations"),
  FILE("path of a file of secrets"),
  NOW("the time that the node reads"),
  ENTRIES("entries of the audit log"),
  HASH("hash of its last entry"),
  PLACE("number of its first entry that is wrong"),
  DEVIATIONS("counters that differ from their rows"),
  COUNTER("name of such a counter"),
  COUNTED("its value"),
  ACTUAL("the number of its rows");

  private final String meaning;

  LogField(String meaning) {
    this.meaning = meaning;
  }

  /** As in the log. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** For the documentation, in Markdown. */
  String meaning() {
    return meaning;
  }
}
