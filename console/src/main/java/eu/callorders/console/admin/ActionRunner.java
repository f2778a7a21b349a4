package eu.callorders.console.admin;

import eu.callorders.console.api.Failure;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** Runs one action at a time and keeps the failure of the last one. */
final class ActionRunner {
  final BooleanProperty busy = new SimpleBooleanProperty();
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();
  private final BackgroundExecutor background;
  private @Nullable BackgroundTask task;

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
    task =
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

  <T> void start(BackgroundExecutor.Call<T> call, Consumer<T> done) {
    start(call, done, ignored -> {});
  }

  void cancel() {
    if (task != null) {
      task.cancel();
    }
    busy.set(false);
  }
}
