package eu.callorders.console.order;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.form.Fields;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The values of an order form and the errors of its fields; builds the request bodies. */
final class OrderForm extends Fields<OrderField> {
  private static final Pattern ELEMENT_POINTER = Pattern.compile("/([0-9]{1,6})(?:$|/)([^/]*).*");

  private final OrderFieldConverter converter;

  OrderForm(List<OrderField> fields, OrderFieldConverter converter) {
    super(fields);
    this.converter = converter;
  }

  @Override
  public String read(OrderField field, JsonNode order) {
    return converter.toText(field, order);
  }

  /** A text that shows how to write a time. */
  String timeExample() {
    return converter.instants().example();
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

  private Optional<JsonNode> convert(OrderField field, String text, JsonNode metadata) {
    Optional<JsonNode> value = converter.toJson(field, text, metadata);
    if (value.isEmpty()) {
      setError(field, converter.fault(field, text));
    }
    return value;
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

  /** Prefixes an error of a list field with the number of its line. */
  @Override
  protected String message(OrderField field, Problem.FieldError fault) {
    boolean isList = field.kind() == OrderField.Kind.CALL_TIMES && field.contains(fault.pointer());
    Matcher element =
        ELEMENT_POINTER.matcher(isList ? fault.pointer().substring(field.pointer().length()) : "");
    String message = super.message(field, fault);
    if (!element.matches()) {
      return message;
    }
    String member = element.group(2).isEmpty() ? "" : " (" + element.group(2) + ")";
    return Integer.parseInt(element.group(1)) + 1 + member + ": " + message;
  }

  @Override
  protected Optional<OrderField> fieldFor(String pointer) {
    Stream<OrderField> containing = fields().stream().filter(field -> field.contains(pointer));
    return containing
        .findFirst()
        .or(() -> fields().stream().filter(field -> field.isPartOf(pointer)).findFirst());
  }
}
