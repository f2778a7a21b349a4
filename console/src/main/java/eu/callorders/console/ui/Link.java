package eu.callorders.console.ui;

import eu.callorders.console.api.Scope;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What another screen shall show.
 *
 * @param feature a {@link Feature#id}
 * @param id of the resource to show in detail; empty for none
 * @param filter the only filters of its list, by query parameter; empty to leave the list as it is
 */
public record Link(String feature, String id, Map<String, String> filter) {
  private static final Pattern IDENTIFIER = Pattern.compile("[a-z]+_[0-9a-z]+");

  /** By the prefix of an identifier. */
  private static final Map<String, String> SCREENS =
      Map.of(
          "ord", "orders",
          "enr", "enrollments",
          "seq", "sequences",
          "evt", "events",
          "whe", "webhooks",
          "hld", "holds");

  /** Shows a resource beside the list as it is. */
  public static Link to(String feature, String id) {
    return new Link(feature, id, Map.of());
  }

  /** Lists the rows with that value of a query parameter. */
  public static Link filtered(String feature, String parameter, String value) {
    return new Link(feature, "", Map.of(parameter, value));
  }

  /** Shows the resource with that identifier, if a screen shows its kind. */
  public static Optional<Link> ofIdentifier(String text) {
    int separator = text.indexOf('_');
    String feature = SCREENS.get(text.substring(0, Math.max(separator, 0)));
    if (feature == null || !IDENTIFIER.matcher(text).matches()) {
      return Optional.empty();
    }
    return Optional.of(feature.equals("holds") ? filtered(feature, "id", text) : to(feature, text));
  }

  /** The scope that the screen needs. */
  public Scope neededScope() {
    return switch (feature) {
      case "orders", "enrollments" -> Scope.ORDERS_READ;
      case "events" -> Scope.EVENTS_READ;
      default -> Scope.CONFIG_READ;
    };
  }
}
