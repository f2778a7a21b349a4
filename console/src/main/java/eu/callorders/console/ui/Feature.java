package eu.callorders.console.ui;

import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A screen in the navigation.
 *
 * @param id key in settings and links, such as {@code orders}
 * @param icon Feather icon literal, such as {@code fth-phone}
 * @param allowed whether the session may open it; otherwise it is disabled
 * @param needs explains to the operator why it is disabled
 * @param open creates the screen when it is first shown
 * @param prefix of the identifiers of its resources, such as {@code ord}; empty for none
 */
public record Feature(
    String id,
    String title,
    String icon,
    Predicate<Session> allowed,
    String needs,
    Function<ScreenContext, Screen> open,
    String prefix) {
  private static final Pattern IDENTIFIER = Pattern.compile("[a-z]+_[0-9a-z]+");

  /** A screen that no identifier opens. */
  public Feature(
      String id,
      String title,
      String icon,
      Predicate<Session> allowed,
      String needs,
      Function<ScreenContext, Screen> open) {
    this(id, title, icon, allowed, needs, open, "");
  }

  /** A screen that needs a scope; the texts contain {@code title}. */
  public static Feature of(
      String id, Texts texts, String icon, Scope scope, Function<ScreenContext, Screen> open) {
    return new Feature(
        id,
        texts.get("title"),
        icon,
        session -> session.may(scope),
        texts.get("needs.scope", scope.wireName()),
        open);
  }

  /** The same for resources whose identifiers begin with that prefix. */
  public Feature identifiedBy(String prefixOfIdentifiers) {
    return new Feature(id, title, icon, allowed, needs, open, prefixOfIdentifiers);
  }

  /** A link to the resource with that identifier, if the screen shows its kind. */
  public Optional<Link> linkTo(String identifier) {
    return IDENTIFIER.matcher(identifier).matches() && identifier.startsWith(prefix + "_")
        ? Optional.of(Link.to(id, identifier))
        : Optional.empty();
  }
}
