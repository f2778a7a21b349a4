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
 * A resource that is changed from what the operator saw, while others may change it too. Once
 * somebody was faster, nothing is sent before the operator goes on from what is there by now; what
 * is written stays.
 *
 * @param <F> what can be filled in
 * @param <D> what somebody else has changed meanwhile
 */
public abstract class EditViewModel<F, D> {
  /**
   * How a resource is at one time.
   *
   * @param etag empty where there are no revisions
   */
  public record Revision(JsonNode json, String etag) {
    public static final Revision NONE = new Revision(MissingNode.getInstance(), "");
  }

  private final BackgroundExecutor background;
  private final Fields<F> fields;
  private final ObservableList<D> changes = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private Revision seen = Revision.NONE;
  private @Nullable Revision newer;
  private int begun;

  protected EditViewModel(BackgroundExecutor background, Fields<F> fields) {
    this.background = background;
    this.fields = fields;
  }

  /** What the field holds when it shows that resource. */
  protected abstract String read(F field, JsonNode resource);

  /** Whether something else is written there than that resource has. */
  protected abstract boolean touched(F field, JsonNode resource);

  /** What the operator began with, or goes on from. */
  protected final Revision seen() {
    return seen;
  }

  /** Begins with that, whatever was written before. */
  protected final void begin(Revision from) {
    begun++;
    settle(from);
    fields.fields().forEach(field -> fields.value(field).set(read(field, from.json())));
  }

  /** Nothing is under way, and nothing is wrong. */
  protected void settle(Revision from) {
    seen = from;
    newer = null;
    changes.clear();
    failure.set(null);
    fields.acquit();
    busy.set(false);
  }

  /** Forgets what was wrong with the last try; false when there cannot be another one now. */
  protected final boolean mayTry() {
    if (busy.get() || newer != null) {
      return false;
    }
    fields.acquit();
    failure.set(null);
    return true;
  }

  /** What comes of it late, when something else has been begun by then, concerns nobody. */
  protected final <T> void call(
      BackgroundExecutor.Call<T> call, Consumer<T> done, Consumer<Failure> failed) {
    int mine = begun;
    busy.set(true);
    background.run(call, result -> forThis(mine, done, result), why -> forThis(mine, failed, why));
  }

  private <T> void forThis(int mine, Consumer<T> change, T result) {
    if (mine == begun) {
      change.accept(result);
    }
  }

  /** It was not done, and the fields tell why where they can. */
  protected void refused(Failure why) {
    failed(fields.blame(why) ? null : why);
  }

  protected final void failed(@Nullable Failure why) {
    failure.set(why);
    busy.set(false);
  }

  /**
   * Somebody was faster.
   *
   * @param why it was not done, unless the differences say it all
   */
  protected final void overtaken(Revision now, List<D> differences, @Nullable Failure why) {
    newer = now;
    changes.setAll(differences);
    if (differences.isEmpty()) {
      reload(); // nothing that the operator could see has changed: the next try may well succeed
    }
    failed(why);
  }

  /**
   * Goes on from how it is by now: what the operator has touched stays as written, all else
   * follows.
   */
  public void reload() {
    Revision now = newer;
    if (now == null) {
      return;
    }
    List<F> untouched =
        fields.fields().stream().filter(field -> !touched(field, seen.json())).toList();
    settle(now);
    untouched.forEach(field -> fields.value(field).set(read(field, now.json())));
  }

  /** What somebody else has changed meanwhile; nothing is sent before {@link #reload}. */
  public final ObservableList<D> changes() {
    return changes;
  }

  public final ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  /** Beside the faults that stand at their fields. */
  public final ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
