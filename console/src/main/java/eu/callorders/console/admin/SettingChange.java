package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** A setting changed by another client. */
record SettingChange(Setting setting, String before, String now) {

  static List<SettingChange> between(List<Setting> settings, JsonNode before, JsonNode now) {
    return settings.stream()
        .map(setting -> new SettingChange(setting, setting.format(before), setting.format(now)))
        .filter(change -> !change.before().equals(change.now()))
        .toList();
  }
}
