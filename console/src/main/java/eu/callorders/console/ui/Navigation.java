package eu.callorders.console.ui;

/** Opens screens. */
@FunctionalInterface
public interface Navigation {
  /**
   * Shows the screen of that feature, and there that resource.
   *
   * @param feature a {@link Feature#id}
   */
  void go(String feature, String identifier);
}
