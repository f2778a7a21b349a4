package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Builds a merge patch with the fields that the operator changed. */
record OrderPatch(OrderForm form, OrderFieldConverter converter) {
  /**
   * The changes from a revision to the form values.
   *
   * @param seen the revision that the form was filled from
   * @return empty when a field is unreadable; the form then marks it
   */
  Optional<ObjectNode> build(JsonNode revision, JsonNode seen) {
    RequestBodyBuilder patch = new RequestBodyBuilder();
    for (OrderField field : form.fields()) {
      String text = form.text(field);
      if (isChanged(field, seen) && !text.equals(converter.toText(field, revision).strip())) {
        toJson(field, text, seen)
            .ifPresentOrElse(
                value -> patch.put(field.pointer(), value),
                () -> form.setError(field, field.errorKey()));
      }
    }
    return form.firstInvalid().isEmpty() ? Optional.of(patch.build()) : Optional.empty();
  }

  /** Whether the form value differs from the seen revision. */
  boolean isChanged(OrderField field, JsonNode seen) {
    return !form.text(field).equals(converter.toText(field, seen).strip());
  }

  private Optional<JsonNode> toJson(OrderField field, String text, JsonNode seen) {
    return text.isEmpty()
        ? Optional.of(NullNode.getInstance())
        : converter.toJson(field, text, seen.path("metadata"));
  }
}
