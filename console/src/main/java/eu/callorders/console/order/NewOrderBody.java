package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** An order as it is sent: what is filled in, and nothing that is empty. */
final class NewOrderBody {
  private NewOrderBody() {}

  /** Empty when a field cannot be understood, which is then told at that field. */
  static Optional<ObjectNode> of(OrderForm form, OrderFieldConverter texts) {
    RequestBodyBuilder body = new RequestBodyBuilder();
    body.object("/subject/name");
    body.object("/context/claim/outstanding");
    for (OrderField field : form.fields()) {
      String text = form.text(field);
      if (!text.isEmpty()) {
        texts
            .written(field, text, MissingNode.getInstance())
            .ifPresentOrElse(
                value -> put(body, field, value), () -> form.blame(field, field.fault()));
      }
    }
    if (form.firstFault().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(body.json());
  }

  private static void put(RequestBodyBuilder body, OrderField field, JsonNode value) {
    if (field == OrderField.PHONE) {
      body.phone(value);
    } else if (!value.isContainerNode() || !value.isEmpty()) {
      body.put(field.pointer(), value);
    }
  }
}
