package eu.callorders.console.ui;

/** Opens screens. */
@FunctionalInterface
public interface Navigation {
  /** Shows that resource on the screen with that {@link Feature#id}. */
  void go(String feature, String identifier);
}
