package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.Fields;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The input of settings and their errors. */
final class SettingForm extends Fields<Setting> {
  SettingForm(List<Section> sections) {
    super(sections.stream().flatMap(section -> section.settings().stream()).toList());
  }

  @Override
  protected Optional<Setting> fieldFor(String pointer) {
    return fields().stream().filter(setting -> setting.contains(pointer)).findFirst();
  }

  @Override
  public String read(Setting setting, JsonNode resource) {
    return setting.format(resource);
  }

  /**
   * A merge patch with the touched settings that differ from the current resource. Invalid input is
   * left out and marked.
   *
   * @param base the resource that the edit is based on; missing for a new one
   */
  ObjectNode patch(JsonNode base, JsonNode current) {
    ObjectNode patch = Json.object();
    for (Setting setting : fields()) {
      if (setting.equals(Section.NAME) && text(setting).isEmpty()) {
        setError(setting, "fault.required");
      } else if (isSent(setting, base, current)) {
        setting
            .parse(text(setting))
            .ifPresentOrElse(
                value -> put(patch, setting.pointer(), value),
                () -> setError(setting, "fault." + setting.kind().name().toLowerCase(Locale.ROOT)));
      }
    }
    return patch;
  }

  /** An empty selection must be sent for a new resource: the service defaults to all. */
  private boolean isSent(Setting setting, JsonNode base, JsonNode current) {
    return (base.isMissingNode() && setting.kind() == Setting.Kind.CHECKS)
        || (isTouched(setting, base) && isTouched(setting, current));
  }

  /** Pointers have at most two segments. */
  private static void put(ObjectNode patch, String pointer, JsonNode value) {
    int last = pointer.lastIndexOf('/');
    ObjectNode holder = last == 0 ? patch : patch.withObjectProperty(pointer.substring(1, last));
    holder.set(pointer.substring(last + 1), value);
  }
}
