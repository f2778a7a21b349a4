package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.Fields;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Settings as they are filled in, and what the service has against them. */
final class SettingForm extends Fields<Setting> {
  SettingForm(List<Section> sections) {
    super(sections.stream().flatMap(section -> section.settings().stream()).toList());
  }

  List<Setting> settings() {
    return fields();
  }

  @Override
  protected Optional<Setting> guilty(String pointer) {
    return fields().stream().filter(setting -> setting.holds(pointer)).findFirst();
  }

  /** Whether what is written there is another than what the resource has. */
  boolean touched(Setting setting, JsonNode resource) {
    return !text(setting).equals(setting.read(resource));
  }

  /**
   * A merge patch with what has been touched, and differs from what there is to be changed. What
   * cannot be sent is left out, and at fault.
   *
   * @param seen what the operator began with; missing for something new
   */
  ObjectNode patch(JsonNode seen, JsonNode from) {
    ObjectNode patch = Json.object();
    for (Setting setting : settings()) {
      if (setting.equals(Section.NAME) && text(setting).isEmpty()) {
        blame(setting, "fault.required");
      } else if (isSent(setting, seen, from)) {
        setting
            .written(text(setting))
            .ifPresentOrElse(
                value -> put(patch, setting.pointer(), value),
                () -> blame(setting, "fault." + setting.kind().name().toLowerCase(Locale.ROOT)));
      }
    }
    return patch;
  }

  /** None checked is not the same as nothing said: the service would take that for all. */
  private boolean isSent(Setting setting, JsonNode seen, JsonNode from) {
    return (seen.isMissingNode() && setting.kind() == Setting.Kind.CHECKS)
        || (touched(setting, seen) && touched(setting, from));
  }

  /** Members lie one below the resource at most. */
  private static void put(ObjectNode patch, String pointer, JsonNode value) {
    int last = pointer.lastIndexOf('/');
    ObjectNode holder = last == 0 ? patch : patch.withObjectProperty(pointer.substring(1, last));
    holder.set(pointer.substring(last + 1), value);
  }
}
