package eu.callorders.console.ui;

import java.util.List;
import javafx.scene.Parent;

/** One screen of a session, built when it is first looked at and kept until the session ends. */
public interface Screen {
  Parent root();

  /** The operator looks at it from now on; the first time and whenever it comes back. */
  default void shown() {}

  /** Loads again what it shows. */
  default void refresh() {}

  /** Moves the keyboard to the search field, when there is one. */
  default void search() {}

  /** Begins to make something new, when something can be made here. */
  default void makeNew() {}

  /** Shows one resource, asked for by another screen. */
  default void open(String identifier) {}

  /** The session may do more or less than before: what it may do is enabled, all else disabled. */
  default void allow() {}

  /** What the operator has written and would lose with the session, each in a few words. */
  default List<String> unsaved() {
    return List.of();
  }

  /** The session has ended. */
  default void close() {}
}
