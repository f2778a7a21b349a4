package eu.callorders.console.work;

import eu.callorders.console.api.Failure;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** Runs one action at a time and keeps the failure of the last one. */
public final class ActionRunner {
  public final BooleanProperty busy = new SimpleBooleanProperty();
  public final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();
  private final BackgroundExecutor background;
  private @Nullable BackgroundTask task;

  public ActionRunner(BackgroundExecutor background) {
    this.background = background;
  }

  /** Starts the action unless one is running. */
  public <T> void start(
      BackgroundExecutor.Call<T> call, Consumer<T> done, Consumer<Failure> failed) {
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

  public <T> void start(BackgroundExecutor.Call<T> call, Consumer<T> done) {
    start(call, done, ignored -> {});
  }

  public void cancel() {
    if (task != null) {
      task.cancel();
    }
    busy.set(false);
  }
}
