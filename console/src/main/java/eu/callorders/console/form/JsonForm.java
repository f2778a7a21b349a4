package eu.callorders.console.form;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The input of members of a JSON document, and the errors at their pointers. */
public class JsonForm<F extends JsonField> extends Fields<F> {
  private static final Pattern ELEMENT_POINTER = Pattern.compile("/([0-9]{1,6})(?:$|/)([^/]*).*");

  /** An element has a line. */
  private static final Set<FieldKind> LINED = EnumSet.of(FieldKind.CALL_TIMES, FieldKind.LINES);

  private final FieldConverter converter;

  public JsonForm(List<F> fields, FieldConverter converter) {
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
   * @param metadata before the edit; values that stay keep their JSON type
   * @return empty when only the console can explain what is wrong
   */
  protected Optional<JsonNode> toJson(F field, String text, JsonNode metadata) {
    return converter.toJson(field, text, metadata);
  }

  /** What is wrong with a text that has no JSON value: a message or the key of a text. */
  protected String fault(F field, String text) {
    return converter.fault(field, text);
  }

  /** The JSON value of a non-empty text; an unreadable one is marked. */
  protected final Optional<JsonNode> convert(F field, String text, JsonNode metadata) {
    Optional<JsonNode> value = toJson(field, text, metadata);
    if (value.isEmpty()) {
      setError(field, fault(field, text));
    }
    return value;
  }

  /**
   * The document with the input. Members without a field and unreadable fields stay as they were;
   * an object without members disappears.
   */
  public final ObjectNode applyTo(JsonNode before) {
    ObjectNode document = before instanceof ObjectNode object ? object.deepCopy() : Json.object();
    for (F field : fields()) {
      JsonPointer pointer = JsonPointer.compile(field.pointer());
      String text = text(field);
      if (isTouched(field, before) && text.isEmpty()) {
        remove(document, pointer);
      } else if (isTouched(field, before)) {
        toJson(field, text, before.at(pointer)).ifPresent(value -> put(document, pointer, value));
      }
    }
    return document;
  }

  private static void put(ObjectNode document, JsonPointer pointer, JsonNode value) {
    document.withObject(pointer.head()).set(pointer.last().getMatchingProperty(), value);
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

  /** Marks the fields that {@link #applyTo} cannot read; whether there are none. */
  public final boolean check(JsonNode before) {
    for (F field : fields()) {
      String text = text(field);
      if (!text.isEmpty() && isTouched(field, before)) {
        convert(field, text, before.at(field.pointer()));
      }
    }
    return firstInvalid().isEmpty();
  }

  /** Whether the input differs from the document. */
  public final boolean isTouched(JsonNode before) {
    return fields().stream().anyMatch(field -> isTouched(field, before));
  }

  /** A text that shows how to write a time. */
  final String timeExample() {
    return converter.instants().example();
  }

  /** Prefixes an error of a list field with the number of its line. */
  @Override
  protected final String message(F field, Problem.FieldError fault) {
    boolean isLine = LINED.contains(field.kind()) && field.contains(fault.pointer());
    Matcher element =
        ELEMENT_POINTER.matcher(isLine ? fault.pointer().substring(field.pointer().length()) : "");
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
