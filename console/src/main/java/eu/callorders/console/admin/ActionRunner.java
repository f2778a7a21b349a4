package eu.callorders.console.admin;

import eu.callorders.console.api.Failure;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** Runs one action at a time and keeps the failure of the last one. */
final class ActionRunner {
  private final BackgroundExecutor background;
  final BooleanProperty busy = new SimpleBooleanProperty();
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();

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
}
