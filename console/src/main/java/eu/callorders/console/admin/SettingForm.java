package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.ui.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** Settings as they are filled in, and what the service has against them. */
final class SettingForm {
  private record Entry(StringProperty value, ReadOnlyStringWrapper fault) {}

  private final Map<Setting, Entry> entries = new LinkedHashMap<>();

  SettingForm(List<Section> sections) {
    for (Section section : sections) {
      for (Setting setting : section.settings()) {
        Entry entry = new Entry(new SimpleStringProperty(""), new ReadOnlyStringWrapper(""));
        entry.value().addListener(ignored -> entry.fault().set("")); // it was about another text
        entries.put(setting, entry);
      }
    }
  }

  /** In the order in which they are filled in. */
  List<Setting> settings() {
    return List.copyOf(entries.keySet());
  }

  StringProperty value(Setting setting) {
    return entry(setting).value();
  }

  /** A key of a text, or the service's own words; empty when nothing is wrong with it. */
  ReadOnlyStringProperty fault(Setting setting) {
    return entry(setting).fault().getReadOnlyProperty();
  }

  /** What is written there, without blanks around it. */
  String text(Setting setting) {
    String written = entry(setting).value().get();
    return written == null ? "" : written.strip();
  }

  void blame(Setting setting, String message) {
    ReadOnlyStringWrapper fault = entry(setting).fault();
    fault.set(fault.get().isEmpty() ? message : fault.get() + "\n" + message);
  }

  /** Writes each fault to the setting it is about; false when one is about none of them. */
  boolean blame(List<Problem.Fault> faults) {
    boolean placed = true;
    for (Problem.Fault fault : faults) {
      Optional<Setting> guilty =
          settings().stream().filter(setting -> setting.holds(fault.pointer())).findFirst();
      guilty.ifPresent(setting -> blame(setting, Words.of(fault)));
      placed &= guilty.isPresent();
    }
    return placed;
  }

  void acquit() {
    entries.values().forEach(entry -> entry.fault().set(""));
  }

  /** The first that must be looked at again. */
  Optional<Setting> firstFault() {
    return settings().stream().filter(setting -> !fault(setting).get().isEmpty()).findFirst();
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

  private Entry entry(Setting setting) {
    return Objects.requireNonNull(entries.get(setting), setting::pointer);
  }
}
