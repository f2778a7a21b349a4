package eu.callorders.console.ui;

import java.util.List;
import javafx.scene.Parent;

/** A screen of a session, created when it is first shown and kept until the session ends. */
public interface Screen {
  Parent root();

  /** Called each time the screen becomes visible. */
  default void shown() {}

  /** Called each time the screen is no longer visible. */
  default void hidden() {}

  /** Reloads its data. */
  default void refresh() {}

  /** Focuses the search field, if there is one. */
  default void search() {}

  /** Whether the screen creates resources, and the session may. */
  default boolean canCreate() {
    return false;
  }

  /** Starts to create a resource; called only if the screen can. */
  default void makeNew() {}

  /** Shows what a link names. */
  default void open(Link link) {}

  /** What the operator sees. */
  default ScreenState state() {
    return ScreenState.NONE;
  }

  /** Shows what the operator saw, after {@link #shown}. */
  default void restore(ScreenState state) {}

  /** Enables and disables controls after the scopes of the session changed. */
  default void applyScopes() {}

  /** Unsaved input, each described in a few words. */
  default List<String> unsaved() {
    return List.of();
  }

  /** The session has ended. */
  default void close() {}
}
