package eu.callorders.server.app;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The body of a signal that would be recorded, to be changed member by member. */
final class SignalBody {
  private SignalBody() {}

  /** With what is required and nothing else. */
  static OrderBody of(String type, String reference, String dedupeKey) {
    ObjectNode json =
        Api.json("{}")
            .put("signal_type", type)
            .put("subject_reference", reference)
            .put("dedupe_key", dedupeKey);
    return new OrderBody(json);
  }

  /** With the person, contacts and context of an order too. */
  static OrderBody of(String type, OrderBody person, String dedupeKey) {
    OrderBody body = of(type, person.reference(), dedupeKey);
    for (String member : new String[] {"subject", "contacts", "context"}) {
      body.set("/" + member, person.json().get(member).deepCopy());
    }
    return body;
  }
}
