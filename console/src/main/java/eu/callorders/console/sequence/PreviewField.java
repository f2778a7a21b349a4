package eu.callorders.console.sequence;

import eu.callorders.console.form.JsonField;

/** What a preview needs beside the version. */
enum PreviewField implements JsonField {
  PHONE("/phone", Kind.TEXT),
  FROM("/from", Kind.TIMESTAMP);

  private final String pointer;
  private final Kind kind;

  PreviewField(String pointer, Kind kind) {
    this.pointer = pointer;
    this.kind = kind;
  }

  @Override
  public String pointer() {
    return pointer;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}
