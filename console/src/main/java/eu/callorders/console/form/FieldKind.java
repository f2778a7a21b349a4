package eu.callorders.console.form;

/** How a form edits a member of a JSON document. */
public enum FieldKind {
  TEXT,
  AMOUNT,
  /** Several lines. */
  LINES,
  /** A text with suggestions. */
  SUGGESTED,
  CHOICE,
  FLAG,
  NUMBER,
  TIMESTAMP,
  /** Words in one line. */
  LIST,
  CALL_TIMES,
  METADATA
}
