package eu.callorders.console.form;

import java.util.List;

/** A member of a JSON document that a form edits as text. */
public interface JsonField {
  /** Of the member in the document. */
  String pointer();

  FieldKind kind();

  /** The accepted values; empty for free input. */
  List<String> choices();

  /** Key of its texts, {@code field.} and its name. */
  String key();

  /** Whether an error at that pointer concerns this field or a part of it. */
  default boolean contains(String errorPointer) {
    return errorPointer.equals(pointer()) || errorPointer.startsWith(pointer() + "/");
  }

  /** Whether this field is a part of what the pointer denotes. */
  default boolean isPartOf(String errorPointer) {
    return !errorPointer.isEmpty() && pointer().startsWith(errorPointer + "/");
  }
}
