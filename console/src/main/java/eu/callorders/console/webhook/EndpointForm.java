package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.form.Fields;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** An endpoint as it is filled in, and what the service has against it. */
final class EndpointForm extends Fields<EndpointField> {
  EndpointForm() {
    super(EndpointField.FIELDS);
  }

  /** What is written there, in its plain form. */
  @Override
  public String text(EndpointField field) {
    return field.plain(Objects.requireNonNullElse(value(field).get(), ""));
  }

  /** Everything that is written. */
  ObjectNode body() {
    ObjectNode body = Json.object();
    for (EndpointField field : EndpointField.FIELDS) {
      String text = text(field);
      if (!text.isEmpty()) {
        body.set(field.member(), field.written(text));
      }
    }
    return body;
  }

  /** Whether something else stands there than that endpoint has. */
  boolean differs(EndpointField field, JsonNode endpoint) {
    return !text(field).equals(field.read(endpoint));
  }

  @Override
  protected Optional<EndpointField> guilty(String pointer) {
    return EndpointField.FIELDS.stream().filter(it -> it.holds(pointer)).findFirst();
  }

  /** Of one value among several it is said which one. */
  @Override
  protected String said(EndpointField field, Problem.Fault fault) {
    String index = fault.pointer().substring(field.pointer().length());
    List<String> names = EndpointField.names(text(field));
    String words = super.said(field, fault);
    return index.matches("/[0-9]{1,3}") && Integer.parseInt(index.substring(1)) < names.size()
        ? names.get(Integer.parseInt(index.substring(1))) + ": " + words
        : words;
  }
}
