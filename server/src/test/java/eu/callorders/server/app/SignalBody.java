package eu.callorders.server.app;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A valid signal body, modified member by member. */
final class SignalBody {
  static final String PATH = "/v1/signals";

  private SignalBody() {}

  /** The minimal signal. */
  static OrderBody of(String type, String reference, String dedupeKey) {
    ObjectNode json =
        Api.json("{}")
            .put("signal_type", type)
            .put("subject_reference", reference)
            .put("dedupe_key", dedupeKey);
    return new OrderBody(json);
  }

  /** A signal with the subject data of an order. */
  static OrderBody of(String type, OrderBody order, String dedupeKey) {
    OrderBody body = of(type, order.reference(), dedupeKey);
    for (String member : new String[] {"subject", "contacts", "context"}) {
      body.set("/" + member, order.json().get(member).deepCopy());
    }
    return body;
  }
}
