package eu.callorders.console.work;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javafx.collections.FXCollections;
import javafx.collections.ObservableSet;

/**
 * The rows that a list no longer contains. Each stays marked for a while, a selected one until it
 * is deselected, and is then removed.
 */
final class LeavingRows {
  /** The mark of a row that stays only because it is selected. */
  private static final Object DUE = new Object();

  private final BackgroundExecutor background;
  private final Duration markTime;
  private final Consumer<List<String>> remove;
  private final ObservableSet<String> marked = FXCollections.observableSet();

  /** A row that returns and leaves again has another mark, and stays its full time. */
  private final Map<String, Object> marks = new HashMap<>();

  private Predicate<String> isSelected = ignored -> false;

  /**
   * @param remove called with the identifiers of rows whose time is over
   */
  LeavingRows(BackgroundExecutor background, Duration markTime, Consumer<List<String>> remove) {
    this.background = background;
    this.markTime = markTime;
    this.remove = remove;
  }

  /** The identifiers of the marked rows. */
  ObservableSet<String> marked() {
    return marked;
  }

  void mark(Collection<String> identifiers) {
    Object mark = new Object();
    List<String> added =
        identifiers.stream().filter(it -> marks.putIfAbsent(it, mark) == null).toList();
    if (!added.isEmpty()) {
      marked.addAll(added);
      background.after(markTime, () -> removeDue(added, mark));
    }
  }

  /** Removes those that still have that mark; a selected one is tried again when it is not. */
  private void removeDue(Collection<String> identifiers, Object mark) {
    Map<Boolean, List<String>> due =
        identifiers.stream()
            .filter(it -> mark.equals(marks.get(it)))
            .collect(Collectors.partitioningBy(isSelected));
    due.getOrDefault(true, List.of()).forEach(it -> marks.put(it, DUE));
    remove.accept(due.getOrDefault(false, List.of()));
  }

  void unmark(String identifier) {
    if (marks.remove(identifier) != null) {
      marked.remove(identifier);
    }
  }

  void clear() {
    marks.clear();
    marked.clear();
  }

  boolean isSelected(String identifier) {
    return isSelected.test(identifier);
  }

  /** Tells which identifiers are selected now. */
  void select(Predicate<String> selected) {
    isSelected = selected;
    List<String> deselected =
        marks.keySet().stream()
            .filter(it -> DUE.equals(marks.get(it)) && !isSelected.test(it))
            .toList();
    if (!deselected.isEmpty()) {
      Object mark = new Object();
      deselected.forEach(it -> marks.put(it, mark));
      background.runOnFxThread(() -> removeDue(deselected, mark));
    }
  }
}
