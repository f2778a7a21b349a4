package eu.callorders.console.work;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
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

  private Set<String> selected = Set.of();

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
    List<String> due = identifiers.stream().filter(it -> mark.equals(marks.get(it))).toList();
    due.stream().filter(selected::contains).forEach(it -> marks.put(it, DUE));
    remove.accept(due.stream().filter(it -> !selected.contains(it)).toList());
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

  /** Sets the selected rows. */
  void select(Set<String> identifiers) {
    Set<String> deselected = new HashSet<>(selected);
    selected = identifiers;
    deselected.removeAll(identifiers);
    deselected.removeIf(it -> !DUE.equals(marks.get(it)));
    if (!deselected.isEmpty()) {
      background.runOnFxThread(() -> removeDue(deselected, DUE));
    }
  }
}
