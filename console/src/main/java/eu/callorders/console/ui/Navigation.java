package eu.callorders.console.ui;

/** Opens screens. */
@FunctionalInterface
public interface Navigation {
  void go(Link link);
}
