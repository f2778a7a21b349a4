package eu.callorders.console.ui;

import java.util.Optional;

/** Opens screens. */
public interface Navigation {
  /** Follows a link, if the session may open its screen. */
  void go(Link link);

  /** What the session lacks to open the screen of a link, for the operator; empty if it may. */
  Optional<String> missing(Link link);
}
