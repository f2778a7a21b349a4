package eu.callorders.console.form;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The values of a form whose fields are members of a resource, and the errors of its fields; builds
 * the request bodies.
 */
public abstract class JsonForm<F extends JsonField> extends Fields<F> {
  private static final Pattern ELEMENT_POINTER = Pattern.compile("/([0-9]{1,6})(?:$|/)([^/]*).*");

  private final JsonFieldConverter converter;

  protected JsonForm(List<F> fields, JsonFieldConverter converter) {
    super(fields);
    this.converter = converter;
  }

  @Override
  public String read(F field, JsonNode resource) {
    return converter.toText(field, resource);
  }

  /** A text that shows how to write a time. */
  final String timeExample() {
    return converter.instants().example();
  }

  /** Adds the values of these fields to a new resource; an unreadable field is marked. */
  protected final void putInto(ObjectNode body, List<F> filled) {
    for (F field : filled) {
      String text = text(field);
      if (!text.isEmpty()) {
        convert(field, text, MissingNode.getInstance())
            .filter(value -> !value.isContainerNode() || !value.isEmpty())
            .ifPresent(value -> put(body, field, value));
      }
    }
  }

  /**
   * The merge patch from a revision to the input; empty when a field is unreadable, which is then
   * marked.
   *
   * @param seen the revision that the form was filled from
   */
  public final Optional<ObjectNode> patch(JsonNode revision, JsonNode seen) {
    ObjectNode patch = Json.object();
    for (F field : fields()) {
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

  private Optional<JsonNode> convert(F field, String text, JsonNode metadata) {
    Optional<JsonNode> value = converter.toJson(field, text, metadata);
    if (value.isEmpty()) {
      setError(field, converter.fault(field, text));
    }
    return value;
  }

  private void put(ObjectNode body, F field, JsonNode value) {
    if (field.kind() == JsonField.Kind.PHONE) {
      body.withArrayProperty("contacts").addObject().put("channel", "phone").set("value", value);
    } else {
      JsonPointer pointer = JsonPointer.compile(field.pointer());
      body.withObject(pointer.head()).set(pointer.last().getMatchingProperty(), value);
    }
  }

  /** The body, unless a field is marked. */
  protected final Optional<ObjectNode> ifValid(ObjectNode body) {
    return firstInvalid().isEmpty() ? Optional.of(body) : Optional.empty();
  }

  /** Prefixes an error of a list field with the number of its line. */
  @Override
  protected String message(F field, Problem.FieldError fault) {
    boolean isList = field.kind() == JsonField.Kind.CALL_TIMES && field.contains(fault.pointer());
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
  protected Optional<F> fieldFor(String pointer) {
    Stream<F> containing = fields().stream().filter(field -> field.contains(pointer));
    return containing
        .findFirst()
        .or(() -> fields().stream().filter(field -> field.isPartOf(pointer)).findFirst());
  }
}
