package eu.callorders.console.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.JsonFieldConverter;
import eu.callorders.console.form.JsonForm;
import java.util.List;
import java.util.Optional;

/** The values of an order form and the errors of its fields. */
final class OrderForm extends JsonForm<OrderField> {
  OrderForm(List<OrderField> fields, JsonFieldConverter converter) {
    super(fields, converter);
  }

  /** The body of a new order; empty when a field is unreadable, which is then marked. */
  Optional<ObjectNode> newOrder() {
    ObjectNode body = Json.object();
    // even if they stay empty: the service then reports their missing members one by one
    body.withObject("/subject/name");
    body.withObject("/context/claim/outstanding");
    return complete(body);
  }
}
