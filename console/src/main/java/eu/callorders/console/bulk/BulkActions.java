package eu.callorders.console.bulk;

import eu.callorders.console.ui.Texts;
import java.util.List;

/**
 * The actions on many rows of one list.
 *
 * @param feature its screen
 * @param texts of the screen, with {@code bulk.selected} and {@code bulk.hint}
 */
public record BulkActions(String feature, Texts texts, List<BulkAction> all) {
  /** The button of an action on so many rows; 0 while none are selected. */
  String button(BulkAction action, int count) {
    return text(action, "button", count);
  }

  String text(BulkAction action, String key, Object... arguments) {
    return texts.get(action.name() + "." + key, arguments);
  }

  /** The action with that name in a journal. */
  BulkAction named(String name) {
    return all.stream().filter(action -> action.name().equals(name)).findFirst().orElseThrow();
  }
}
