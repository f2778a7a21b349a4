package eu.callorders.client.files;

import java.util.List;

/** A file that cannot be imported as a whole; the message says what to do. */
public final class InvalidFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong, with the sentence that the values fill. */
  public enum Kind {
    /** Mapped columns; values: the faults, one a line. */
    COLUMNS("%s"),
    /** Values: file, number of its columns, the most that are read. */
    TOO_MANY_COLUMNS(
        "%s has %s columns, but at most %s are read: check its first line and its separator."),
    /** Values: file, the most characters that its header may have. */
    HEADER_TOO_LONG(
        "%s has a first line of more than %s characters: check its line ends and its quotes."),
    /** Values: file, line on which the row begins, the most characters that a row may have. */
    ROW_TOO_LONG(
        "%s has a row of more than %3$s characters, which begins on line %2$s: check its line ends"
            + " and its quotes."),
    /** Values: file. */
    EMPTY("%s is empty: the first line names the columns."),
    /** Values: file, last row that can be read. */
    ENCODING("%s is not UTF-8 (after row %s): give --encoding windows-1252, or what it is."),
    /** Values: row, file, reason. */
    ROW("Row %s of %s cannot be read: %s");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  private final Kind kind;
  private final transient List<Object> values;

  InvalidFileException(Kind kind, Object... values) {
    super(kind.text.formatted(values));
    this.kind = kind;
    this.values = List.of(values);
  }

  public Kind kind() {
    return kind;
  }

  /** What the sentence of the kind names. */
  public List<Object> values() {
    return values;
  }
}
