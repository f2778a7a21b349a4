package eu.callorders.console.order;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.FieldConverter;
import eu.callorders.console.form.JsonForm;
import java.util.List;
import java.util.Optional;

/** The values of an order form and the errors of its fields; builds the request bodies. */
final class OrderForm extends JsonForm<OrderField> {
  OrderForm(List<OrderField> fields, FieldConverter converter) {
    super(fields, converter);
  }

  /** The body of a new order; empty when a field is unreadable, which is then marked. */
  Optional<ObjectNode> newOrder() {
    ObjectNode body = Json.object();
    // even if they stay empty: the service then reports their missing members one by one
    body.withObject("/subject/name");
    body.withObject("/context/claim/outstanding");
    for (OrderField field : fields()) {
      String text = text(field);
      if (!text.isEmpty()) {
        convert(field, text, MissingNode.getInstance())
            .filter(value -> !value.isContainerNode() || !value.isEmpty())
            .ifPresent(value -> put(body, field, value));
      }
    }
    return ifValid(body);
  }

  /**
   * The merge patch from a revision to the input; empty when a field is unreadable, which is then
   * marked.
   *
   * @param seen the revision that the form was filled from
   */
  Optional<ObjectNode> patch(JsonNode revision, JsonNode seen) {
    ObjectNode patch = Json.object();
    for (OrderField field : fields()) {
      String text = text(field);
      if (isTouched(field, seen) && isTouched(field, revision)) {
        Optional<JsonNode> value =
            text.isEmpty()
                ? Optional.of(NullNode.getInstance())
                : convert(field, text, seen.path("metadata"));
        value.ifPresent(it -> put(patch, field, it));
      }
    }
    return ifValid(patch);
  }

  private static void put(ObjectNode body, OrderField field, JsonNode value) {
    if (field == OrderField.PHONE) { // the only channel of this form
      body.withArrayProperty("contacts").addObject().put("channel", "phone").set("value", value);
    } else {
      JsonPointer pointer = JsonPointer.compile(field.pointer());
      body.withObject(pointer.head()).set(pointer.last().getMatchingProperty(), value);
    }
  }

  private Optional<ObjectNode> ifValid(ObjectNode body) {
    return firstInvalid().isEmpty() ? Optional.of(body) : Optional.empty();
  }
}
