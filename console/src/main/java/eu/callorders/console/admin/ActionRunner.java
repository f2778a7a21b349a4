package eu.callorders.console.admin;

import eu.callorders.console.api.Failure;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** Runs one action at a time and keeps the failure of the last one. */
final class ActionRunner {
  private final BackgroundExecutor background;
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();

  ActionRunner(BackgroundExecutor background) {
    this.background = background;
  }

  /** Starts the action unless one is running. */
  <T> void start(BackgroundExecutor.Call<T> call, Consumer<T> done, Consumer<Failure> failed) {
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
        cause -> {
          busy.set(false);
          failure.set(cause);
          failed.accept(cause);
        });
  }

  /** Reads after an action; its failure is ignored. */
  <T> void reload(BackgroundExecutor.Call<T> call, Consumer<T> done) {
    background.run(call, done, ignored -> {});
  }

  void clearFailure() {
    failure.set(null);
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
