package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.form.Fields;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The input for an endpoint and its errors. */
final class EndpointForm extends Fields<EndpointField> {
  EndpointForm() {
    super(EndpointField.FIELDS);
  }

  /** The normalized input. */
  @Override
  public String text(EndpointField field) {
    return field.normalize(Objects.requireNonNullElse(value(field).get(), ""));
  }

  /** All non-empty fields. */
  ObjectNode body() {
    ObjectNode body = Json.object();
    for (EndpointField field : EndpointField.FIELDS) {
      String text = text(field);
      if (!text.isEmpty()) {
        body.set(field.member(), field.toJson(text));
      }
    }
    return body;
  }

  /** Whether the input differs from that endpoint. */
  boolean differs(EndpointField field, JsonNode endpoint) {
    return !text(field).equals(field.format(endpoint));
  }

  @Override
  protected Optional<EndpointField> fieldFor(String pointer) {
    return EndpointField.FIELDS.stream().filter(it -> it.contains(pointer)).findFirst();
  }

  /** For an array element the message names the invalid value. */
  @Override
  protected String message(EndpointField field, Problem.FieldError error) {
    String index = error.pointer().substring(field.pointer().length());
    List<String> names = EndpointField.split(text(field));
    String message = super.message(field, error);
    return index.matches("/[0-9]{1,3}") && Integer.parseInt(index.substring(1)) < names.size()
        ? names.get(Integer.parseInt(index.substring(1))) + ": " + message
        : message;
  }
}
