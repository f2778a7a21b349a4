package eu.callorders.console.sequence;

import eu.callorders.console.form.FieldKind;
import eu.callorders.console.form.JsonField;
import java.util.List;
import java.util.Locale;

/** What a preview needs beside the version. */
enum PreviewField implements JsonField {
  PHONE("/phone", FieldKind.TEXT),
  FROM("/from", FieldKind.TIMESTAMP);

  private final String pointer;
  private final FieldKind kind;

  PreviewField(String pointer, FieldKind kind) {
    this.pointer = pointer;
    this.kind = kind;
  }

  @Override
  public String pointer() {
    return pointer;
  }

  @Override
  public FieldKind kind() {
    return kind;
  }

  @Override
  public List<String> choices() {
    return List.of();
  }

  @Override
  public String key() {
    return "field." + name().toLowerCase(Locale.ROOT);
  }
}
