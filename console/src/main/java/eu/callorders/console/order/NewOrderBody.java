package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Builds the request body of a new order from the filled-in fields. */
final class NewOrderBody {
  private NewOrderBody() {}

  /** Empty when a field is unreadable; the form then marks it. */
  static Optional<ObjectNode> build(OrderForm form, OrderFieldConverter converter) {
    RequestBodyBuilder body = new RequestBodyBuilder();
    body.objectAt("/subject/name");
    body.objectAt("/context/claim/outstanding");
    for (OrderField field : form.fields()) {
      String text = form.text(field);
      if (!text.isEmpty()) {
        converter
            .toJson(field, text, MissingNode.getInstance())
            .ifPresentOrElse(
                value -> put(body, field, value), () -> form.setError(field, field.errorKey()));
      }
    }
    if (form.firstInvalid().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(body.build());
  }

  private static void put(RequestBodyBuilder body, OrderField field, JsonNode value) {
    if (field == OrderField.PHONE) {
      body.addPhone(value);
    } else if (!value.isContainerNode() || !value.isEmpty()) {
      body.put(field.pointer(), value);
    }
  }
}
