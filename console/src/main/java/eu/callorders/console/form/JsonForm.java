package eu.callorders.console.form;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of a form whose fields are members of a JSON document, and the errors at their
 * pointers.
 */
public class JsonForm<F extends JsonField> extends Fields<F> {
  private static final Pattern ELEMENT_POINTER = Pattern.compile("/([0-9]{1,6})(?:$|/)([^/]*).*");

  /** Each line is an element. */
  private static final Set<JsonField.Kind> LISTS =
      EnumSet.of(JsonField.Kind.CALL_TIMES, JsonField.Kind.LINES);

  private final JsonFieldConverter converter;

  public JsonForm(List<F> fields, JsonFieldConverter converter) {
    super(fields);
    this.converter = converter;
  }

  @Override
  public String read(F field, JsonNode document) {
    return converter.toText(field, document);
  }

  /**
   * The JSON value of a non-empty text.
   *
   * @param before the value before the edit
   * @return empty when only the console can explain what is wrong
   */
  protected Optional<JsonNode> toJson(F field, String text, JsonNode before) {
    return converter.toJson(field, text, before);
  }

  /** What is wrong with a text that has no JSON value: a message or the key of a text. */
  protected String fault(F field, String text) {
    return converter.fault(field, text);
  }

  /**
   * The document with the input. Members without a field and unreadable fields stay as they were;
   * an object without members disappears.
   */
  public final ObjectNode applyTo(JsonNode before) {
    ObjectNode document = before instanceof ObjectNode object ? object.deepCopy() : Json.object();
    for (F field : fields()) {
      if (isTouched(field, before)) {
        String text = text(field);
        if (text.isEmpty()) {
          remove(document, JsonPointer.compile(field.pointer()));
        } else {
          toJson(field, text, before.at(field.pointer()))
              .filter(value -> !value.isContainerNode() || !value.isEmpty())
              .ifPresent(value -> put(document, field, value));
        }
      }
    }
    return document;
  }

  /** Marks the fields that {@link #applyTo} cannot read; whether no field is marked. */
  public final boolean check(JsonNode before) {
    for (F field : fields()) {
      String text = text(field);
      if (!text.isEmpty() && isTouched(field, before)) {
        convert(field, text, before);
      }
    }
    return firstInvalid().isEmpty();
  }

  /** The document with the input; empty when a field is marked. */
  protected final Optional<ObjectNode> complete(ObjectNode document) {
    return check(document) ? Optional.of(applyTo(document)) : Optional.empty();
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
            text.isEmpty() ? Optional.of(NullNode.getInstance()) : convert(field, text, seen);
        value.ifPresent(it -> put(patch, field, it));
      }
    }
    return firstInvalid().isEmpty() ? Optional.of(patch) : Optional.empty();
  }

  /** The JSON value of a non-empty text; an unreadable one is marked. */
  private Optional<JsonNode> convert(F field, String text, JsonNode before) {
    Optional<JsonNode> value = toJson(field, text, before.at(field.pointer()));
    if (value.isEmpty() && error(field).get().isEmpty()) {
      setError(field, fault(field, text));
    }
    return value;
  }

  @Override
  public final void left(F field) {
    String text = text(field);
    if (!text.isEmpty()) {
      convert(field, text, MissingNode.getInstance());
    }
  }

  private void put(ObjectNode document, F field, JsonNode value) {
    if (field.kind() == JsonField.Kind.PHONE) {
      document
          .withArrayProperty("contacts")
          .addObject()
          .put("channel", "phone")
          .set("value", value);
    } else {
      JsonPointer pointer = JsonPointer.compile(field.pointer());
      document.withObject(pointer.head()).set(pointer.last().getMatchingProperty(), value);
    }
  }

  private static void remove(ObjectNode document, JsonPointer pointer) {
    JsonPointer parent = pointer.head();
    if (document.at(parent) instanceof ObjectNode holder) {
      holder.remove(pointer.last().getMatchingProperty());
      if (holder.isEmpty() && !parent.matches()) {
        remove(document, parent);
      }
    }
  }

  /** Prefixes an error of a list field with the number of its line. */
  @Override
  protected final String message(F field, Problem.FieldError fault) {
    boolean isList = LISTS.contains(field.kind()) && field.contains(fault.pointer());
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
    return fields().stream()
        .filter(field -> field.contains(pointer))
        .findFirst()
        .or(() -> fields().stream().filter(field -> field.isPartOf(pointer)).findFirst());
  }
}
