package eu.callorders.console.sequence;

import eu.callorders.console.form.JsonField;
import java.util.List;

/** The fields of a sequence beside its steps; a new version has the latter three. */
enum SequenceField implements JsonField {
  KEY("/key", Kind.TEXT),
  TITLE("/title", Kind.TEXT),
  SIGNAL_TYPE("/trigger/signal_type", Kind.TEXT),
  POLICY("/trigger/enrollment_policy", Kind.CHOICE, SequenceField.ONE_ACTIVE, "replace_active"),
  EXITS("/exit_conditions", Kind.LINES);

  static final String ONE_ACTIVE = "one_active_per_subject";

  private final String pointer;
  private final Kind kind;

  @SuppressWarnings("ImmutableEnumChecker") // an immutable list
  private final List<String> choices;

  SequenceField(String pointer, Kind kind, String... choices) {
    this.pointer = pointer;
    this.kind = kind;
    this.choices = List.of(choices);
  }

  @Override
  public String pointer() {
    return pointer;
  }

  @Override
  public Kind kind() {
    return kind;
  }

  @Override
  public List<String> choices() {
    return choices;
  }
}
