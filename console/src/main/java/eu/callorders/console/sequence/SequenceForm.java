package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.form.JsonForm;
import java.util.List;
import java.util.Optional;

/** The input of a sequence beside its steps. */
final class SequenceForm extends JsonForm<SequenceField> {
  private final StepFormats formats;

  SequenceForm(StepFormats formats) {
    super(List.of(SequenceField.values()), formats.converter());
    this.formats = formats;
  }

  @Override
  public String read(SequenceField field, JsonNode version) {
    return field == SequenceField.EXITS
        ? formats.formatConditions(version.at(field.pointer()))
        : super.read(field, version);
  }

  @Override
  protected Optional<JsonNode> toJson(SequenceField field, String text, JsonNode before) {
    return field == SequenceField.EXITS
        ? Optional.of(formats.parseConditions(text))
        : super.toJson(field, text, before);
  }
}
