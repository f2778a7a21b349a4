package eu.callorders.console.ui;

import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A screen in the navigation.
 *
 * @param id key in settings and links, such as {@code orders}
 * @param icon Feather icon literal, such as {@code fth-phone}
 * @param allowed whether the session may open it; otherwise it is disabled
 * @param needs explains to the operator why it is disabled
 * @param open creates the screen when it is first shown
 */
public record Feature(
    String id,
    String title,
    String icon,
    Predicate<Session> allowed,
    String needs,
    Function<ScreenContext, Screen> open) {

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
}
