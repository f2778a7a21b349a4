package eu.callorders.console.ui;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an operator sees of a screen, which only that screen can restore.
 *
 * @param inputs the search and the filters
 * @param shown identifier of the shown detail or selected row; empty for none
 * @param tab index of the selected tab
 * @param top the row at the top of the list
 */
public record ScreenState(
    List<? extends @Nullable Object> inputs, String shown, int tab, ListPosition top) {
  /** Of a screen that has nothing to restore. */
  public static final ScreenState NONE = new ScreenState(List.of(), "", 0, ListPosition.TOP);

  /**
   * A row of a list.
   *
   * @param id of the row; empty for the first one
   * @param index of the row when it was seen: rows may have been added above it since
   */
  public record ListPosition(String id, int index) {
    public static final ListPosition TOP = new ListPosition("", 0);
  }
}
