package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** What a form makes of an order: only what the operator has touched. */
record OrderPatch(OrderForm form, OrderFieldConverter texts) {
  /**
   * From one revision to what is written.
   *
   * @param seen the revision that the form was filled from
   * @return empty when a field cannot be understood, which is then told at that field
   */
  Optional<ObjectNode> from(JsonNode revision, JsonNode seen) {
    RequestBodyBuilder patch = new RequestBodyBuilder();
    for (OrderField field : form.fields()) {
      String text = form.text(field);
      if (touches(field, seen) && !text.equals(texts.read(field, revision).strip())) {
        value(field, text, seen)
            .ifPresentOrElse(
                value -> patch.put(field.pointer(), value), () -> form.blame(field, field.fault()));
      }
    }
    return form.firstFault().isEmpty() ? Optional.of(patch.json()) : Optional.empty();
  }

  /** Whether something else is written there than was seen. */
  boolean touches(OrderField field, JsonNode seen) {
    return !form.text(field).equals(texts.read(field, seen).strip());
  }

  private Optional<JsonNode> value(OrderField field, String text, JsonNode seen) {
    return text.isEmpty()
        ? Optional.of(NullNode.getInstance())
        : texts.written(field, text, seen.path("metadata"));
  }
}
