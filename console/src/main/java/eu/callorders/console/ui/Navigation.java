package eu.callorders.console.ui;

/** Leads from one screen to another. */
@FunctionalInterface
public interface Navigation {
  /**
   * Shows the screen of that feature, and there that resource.
   *
   * @param feature as {@link Feature#id} names it
   */
  void go(String feature, String identifier);
}
