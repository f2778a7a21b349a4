package eu.callorders.console.work;

import eu.callorders.console.api.Failure;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/**
 * Actions that failed while another resource than theirs was shown, the latest first. Each stays
 * until the operator dismisses it, or another action on its resource starts.
 */
public final class FailedActions {
  public record FailedAction(ActionTarget target, Failure cause) {}

  private final ObservableList<FailedAction> entries = FXCollections.observableArrayList();
  private final ObservableList<FailedAction> view =
      FXCollections.unmodifiableObservableList(entries);

  public ObservableList<FailedAction> entries() {
    return view;
  }

  /** Replaces an earlier failure of the same resource. */
  public void add(ActionTarget target, Failure cause) {
    remove(target.id());
    entries.addFirst(new FailedAction(target, cause));
  }

  /** Removes the failure of that resource, if there is one. */
  public void remove(String id) {
    entries.removeIf(entry -> entry.target().id().equals(id));
  }
}
