package eu.callorders.console.form;

import java.util.List;
import java.util.Locale;

/** A field of a form with its JSON pointer in the contract; implemented by enums. */
public interface JsonField {
  /** How the field is shown, and its text converted. */
  enum Kind {
    TEXT,
    AMOUNT,
    CURRENCY,
    /** A day of the calendar. */
    DATE,
    /** Several lines. */
    LINES,
    /** A text with suggestions. */
    SUGGESTED,
    CHOICE,
    FLAG,
    NUMBER,
    /** A day alone is its start. */
    TIMESTAMP,
    /** A timestamp at which something ends: a day alone is its end. */
    END,
    /** Words in one line. */
    LIST,
    CALL_TIMES,
    METADATA,
    /** The value of a contact, the only one of its form. */
    PHONE
  }

  String name();

  String pointer();

  Kind kind();

  /** The accepted values; empty for free input. */
  default List<String> choices() {
    return List.of();
  }

  /** Translates the accepted values. */
  default String registry() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Text key of its name. */
  default String key() {
    return "field." + name().toLowerCase(Locale.ROOT);
  }

  /** Whether an error at that pointer concerns this field or a part of it. */
  default boolean contains(String errorPointer) {
    return errorPointer.equals(pointer()) || errorPointer.startsWith(pointer() + "/");
  }

  /** Whether this field is a part of what the pointer denotes. */
  default boolean isPartOf(String errorPointer) {
    return !errorPointer.isEmpty() && pointer().startsWith(errorPointer + "/");
  }
}
