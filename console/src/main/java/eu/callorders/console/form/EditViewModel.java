package eu.callorders.console.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * Edits a resource that others may change at the same time. After a conflict, nothing is sent until
 * the operator reloads; the operator's input stays.
 */
public abstract class EditViewModel<F, D> {
  /** A revision of a resource; the etag is empty where there are no revisions. */
  public record Revision(JsonNode json, String etag) {
    public static final Revision NONE = new Revision(MissingNode.getInstance(), "");
  }

  private final BackgroundExecutor background;
  private final Fields<F> fields;
  private final ObservableList<D> changes = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private Revision base = Revision.NONE;
  private @Nullable Revision conflicting;
  private int generation;

  protected EditViewModel(BackgroundExecutor background, Fields<F> fields) {
    this.background = background;
    this.fields = fields;
  }

  /** The revision that the edit is based on. */
  protected final Revision base() {
    return base;
  }

  /** Whether there is unsaved input. */
  public boolean isModified() {
    return fields.isTouched(base.json());
  }

  /** Starts an edit and discards all input. */
  protected final void begin(Revision from) {
    generation++;
    reset(from);
    fields.fields().forEach(field -> fields.value(field).set(fields.read(field, from.json())));
  }

  /** Clears errors, differences and the busy state. */
  protected void reset(Revision from) {
    base = from;
    conflicting = null;
    changes.clear();
    failure.set(null);
    fields.clearErrors();
    busy.set(false);
  }

  /** Clears the errors of the last attempt; false if a request is running or a conflict is open. */
  protected final boolean prepareSend() {
    if (busy.get() || conflicting != null) {
      return false;
    }
    fields.clearErrors();
    failure.set(null);
    return true;
  }

  /** Runs a call; outcomes that arrive after another edit was started are dropped. */
  protected final <T> void call(
      BackgroundExecutor.Call<T> call, Consumer<T> done, Consumer<Failure> failed) {
    call(call, done, failed, ignored -> {});
  }

  /**
   * Runs a call.
   *
   * @param late receives outcomes that arrive after another edit was started; null for a success
   */
  protected final <T> void call(
      BackgroundExecutor.Call<T> call,
      Consumer<T> done,
      Consumer<Failure> failed,
      Consumer<@Nullable Failure> late) {
    int started = generation;
    busy.set(true);
    background.run(
        call,
        result -> ended(started, () -> done.accept(result), () -> late.accept(null)),
        cause -> ended(started, () -> failed.accept(cause), () -> late.accept(cause)));
  }

  private void ended(int started, Runnable outcome, Runnable late) {
    (started == generation ? outcome : late).run();
  }

  /** A request is running that is not a {@link #call}. */
  protected final void sending() {
    busy.set(true);
  }

  /** The change failed; shows the error at the fields where possible. */
  protected void refused(Failure cause) {
    failed(fields.setError(cause) ? null : cause);
  }

  protected final void failed(@Nullable Failure cause) {
    failure.set(cause);
    busy.set(false);
  }

  /**
   * The resource was changed by another client.
   *
   * @param cause the failure, null if the differences explain it
   */
  protected final void conflict(Revision now, List<D> differences, @Nullable Failure cause) {
    conflicting = now;
    changes.setAll(differences);
    if (differences.isEmpty()) {
      reload(); // no visible difference: the next attempt may succeed
    }
    failed(cause);
  }

  /** Continues from the current revision: touched fields keep their input, the others follow. */
  public void reload() {
    Revision now = conflicting;
    if (now == null) {
      return;
    }
    List<F> untouched =
        fields.fields().stream().filter(field -> !fields.isTouched(field, base.json())).toList();
    reset(now);
    untouched.forEach(field -> fields.value(field).set(fields.read(field, now.json())));
  }

  /** The differences of a conflict; nothing is sent before {@link #reload}. */
  public final ObservableList<D> changes() {
    return changes;
  }

  public final ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  /** Without the errors shown at the fields. */
  public final ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
