package eu.callorders.console.sequence;

import eu.callorders.console.form.FieldKind;
import eu.callorders.console.form.JsonField;
import java.util.List;
import java.util.Locale;

/** The fields of a sequence beside its steps; a new version has the latter three. */
enum SequenceField implements JsonField {
  KEY("/key", FieldKind.TEXT),
  TITLE("/title", FieldKind.TEXT),
  SIGNAL_TYPE("/trigger/signal_type", FieldKind.TEXT),
  POLICY(
      "/trigger/enrollment_policy", FieldKind.CHOICE, SequenceField.ONE_ACTIVE, "replace_active"),
  EXITS("/exit_conditions", FieldKind.LINES);

  static final String ONE_ACTIVE = "one_active_per_subject";

  private final String pointer;
  private final FieldKind kind;

  @SuppressWarnings("ImmutableEnumChecker") // an immutable list
  private final List<String> choices;

  SequenceField(String pointer, FieldKind kind, String... choices) {
    this.pointer = pointer;
    this.kind = kind;
    this.choices = List.of(choices);
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
    return choices;
  }

  @Override
  public String key() {
    return "field." + name().toLowerCase(Locale.ROOT);
  }
}
