package eu.callorders.console.work;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/**
 * The shown resource and actions on it. It is reloaded when it may have changed, one load at a
 * time.
 */
public class ResourceViewModel<T> {
  @FunctionalInterface
  public interface Reading<T> {
    T load(String id) throws ApiException;
  }

  private final BackgroundExecutor background;
  private final Reading<T> reading;
  private final ReadOnlyObjectWrapper<@Nullable T> detail = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper loading = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> actionFailure =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper acting = new ReadOnlyBooleanWrapper();
  private final FailedActions failedActions;
  private String id = "";
  private @Nullable BackgroundTask task;
  private boolean reloadPending;

  public ResourceViewModel(BackgroundExecutor background, Reading<T> reading) {
    this(background, reading, new FailedActions());
  }

  /**
   * @param failedActions also those of the list, when the resource is a part of the listed one
   */
  protected ResourceViewModel(
      BackgroundExecutor background, Reading<T> reading, FailedActions failedActions) {
    this.background = background;
    this.reading = reading;
    this.failedActions = failedActions;
  }

  /** Whether an event may have changed the shown resource. */
  protected boolean concerns(JsonNode event) {
    return false;
  }

  /** The shown identifier; empty for none. */
  public final String id() {
    return id;
  }

  /** Shows that resource and clears the previous one. */
  public final void show(String identifier) {
    if (!identifier.equals(id)) {
      clear();
      id = identifier;
      load();
    }
  }

  public void clear() {
    if (task != null) {
      task.cancel();
      task = null;
    }
    reloadPending = false;
    id = "";
    detail.set(null);
    failure.set(null);
    loading.set(false);
    acting.set(false);
    actionFailure.set(null);
  }

  /** Reloads; the present value stays until the load ends. */
  public final void load() {
    if (id.isEmpty()) {
      return;
    }
    if (task != null) {
      reloadPending = true;
      return;
    }
    loading.set(true);
    String requested = id;
    task = background.run(() -> reading.load(requested), this::loaded, this::finished);
  }

  private void loaded(T read) {
    detail.set(read);
    finished(null);
  }

  private void finished(@Nullable Failure cause) {
    failure.set(cause);
    loading.set(false);
    task = null;
    if (reloadPending) {
      reloadPending = false;
      load();
    }
  }

  public final void retry() {
    if (failure.get() != null) {
      load();
    }
  }

  public final void handleEvents(List<JsonNode> events) {
    if (!id.isEmpty() && events.stream().anyMatch(this::concerns)) {
      load();
    }
  }

  /**
   * Executes an action and reloads its resource, if that is still shown.
   *
   * @param reloadAfterFailure whether a failure means that the shown state may be stale
   */
  protected final <R> void act(
      ActionTarget target, BackgroundExecutor.Call<R> call, boolean reloadAfterFailure) {
    failedActions.remove(target.id());
    if (target.id().equals(id)) {
      acting.set(true);
      actionFailure.set(null);
    }
    background.run(
        call,
        ignored -> actionFinished(target, null, true),
        cause -> actionFinished(target, cause, reloadAfterFailure));
  }

  private void actionFinished(ActionTarget target, @Nullable Failure cause, boolean reload) {
    if (target.id().equals(id)) {
      acting.set(false);
      actionFailure.set(cause);
      if (reload) {
        load();
      }
    } else if (cause != null) {
      failedActions.add(target, cause);
    }
  }

  /** Keeps the failure of an action whose resource is not shown. */
  public final void keepUnlessShown(ActionTarget target, Failure cause) {
    if (!target.id().equals(id)) {
      failedActions.add(target, cause);
    }
  }

  /** The failures that {@link #actionFailure} does not show. */
  public final FailedActions failedActions() {
    return failedActions;
  }

  /** Null until the first load. */
  public final ReadOnlyObjectProperty<@Nullable T> detail() {
    return detail.getReadOnlyProperty();
  }

  public final ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  public final ReadOnlyBooleanProperty loading() {
    return loading.getReadOnlyProperty();
  }

  public final ReadOnlyObjectProperty<@Nullable Failure> actionFailure() {
    return actionFailure.getReadOnlyProperty();
  }

  public final ReadOnlyBooleanProperty acting() {
    return acting.getReadOnlyProperty();
  }
}
