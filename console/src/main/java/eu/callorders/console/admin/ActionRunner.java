package eu.callorders.console.admin;

import eu.callorders.console.api.Failure;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** One change at a time, and why the last one was not made. */
final class ActionRunner {
  private final BackgroundExecutor background;
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();

  ActionRunner(BackgroundExecutor background) {
    this.background = background;
  }

  /** Begins it, unless one is under way. */
  <T> void begin(BackgroundExecutor.Call<T> call, Consumer<T> done, Consumer<Failure> failed) {
    if (busy.get()) {
      return;
    }
    busy.set(true);
    failure.set(null);
    background.run(
        call,
        result -> {
          busy.set(false);
          done.accept(result);
        },
        why -> {
          busy.set(false);
          failure.set(why);
          failed.accept(why);
        });
  }

  /** Reads something again behind a change; what that one came to stays. */
  <T> void follow(BackgroundExecutor.Call<T> call, Consumer<T> done) {
    background.run(call, done, ignored -> {});
  }

  void forget() {
    failure.set(null);
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
