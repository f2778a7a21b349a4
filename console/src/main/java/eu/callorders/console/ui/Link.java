package eu.callorders.console.ui;

import java.util.Map;
import java.util.Optional;

/**
 * What another screen shall show.
 *
 * @param feature a {@link Feature#id}
 * @param id of the resource to show; empty for none
 * @param filter the only filters of its list, by query parameter or {@code ListFilter.LAST_DAY};
 *     empty to leave the list as it is
 */
public record Link(String feature, String id, Map<String, String> filter) {
  private static final String NEW = "new";
  private static final String VIEW = "saved_view";

  /** Shows a resource beside the list as it is. */
  public static Link to(String feature, String id) {
    return new Link(feature, id, Map.of());
  }

  /** Lists the rows with that value of a query parameter. */
  public static Link filtered(String feature, String parameter, String value) {
    return new Link(feature, "", Map.of(parameter, value));
  }

  /** Begins to create a resource. */
  public static Link toNew(String feature) {
    return filtered(feature, NEW, "");
  }

  /** Whether the screen shall begin to create a resource. */
  public boolean isNew() {
    return filter.containsKey(NEW);
  }

  /** Shows the saved view of that name. */
  public static Link toView(String feature, String name) {
    return filtered(feature, VIEW, name);
  }

  Optional<String> view() {
    return Optional.ofNullable(filter.get(VIEW));
  }
}
