package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Json;
import eu.callorders.console.session.Session;
import java.text.Collator;
import java.util.List;
import java.util.Optional;

/** The saved views of a list, by name, in the settings; of the session's profile and tenant. */
public final class SavedViews {
  /** In code points. */
  static final int MAX_NAME_LENGTH = 60;

  private final Settings settings;
  private final String prefix;

  /**
   * @param list identifier of the screen
   */
  public SavedViews(Settings settings, Session session, String list) {
    this.settings = settings;
    this.prefix =
        String.join("/", "view", ApiClient.encode(session.name()), session.tenantId(), list, "");
  }

  /** In alphabetical order. */
  public List<String> names() {
    return settings.keys(prefix).stream()
        .map(key -> key.substring(prefix.length()))
        .sorted(Collator.getInstance())
        .toList();
  }

  /** Takes the views that other consoles have saved. */
  void reload() {
    settings.read();
  }

  Optional<SavedView> find(String name) {
    return Json.parse(settings.get(prefix + name, ""))
        .filter(JsonNode::isObject)
        .map(SavedView::of);
  }

  void save(String name, SavedView view) {
    settings.put(prefix + name, view.toJson());
    settings.save();
  }

  void rename(String before, String now) {
    String view = settings.get(prefix + before, "");
    settings.remove(prefix + before);
    settings.put(prefix + now, view);
    settings.save();
  }

  void delete(String name) {
    settings.remove(prefix + name);
    settings.save();
  }

  /**
   * Why a view cannot have that name, as a key of the texts; empty if it can.
   *
   * @param present the name that it has; empty for a new view
   */
  Optional<String> fault(String name, String present) {
    int length = name.codePointCount(0, name.length());
    if (length == 0 || length > MAX_NAME_LENGTH) {
      return Optional.of("views.name.length");
    }
    return names().stream()
            .anyMatch(other -> other.equalsIgnoreCase(name) && !other.equals(present))
        ? Optional.of("views.name.taken")
        : Optional.empty();
  }
}
