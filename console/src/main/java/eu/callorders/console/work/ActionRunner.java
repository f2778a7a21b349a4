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
  private String target = "";
  private @Nullable BackgroundTask task;

  public ActionRunner(BackgroundExecutor background) {
    this.background = background;
  }

  /**
   * Starts the action unless one is running.
   *
   * @param name of the row that it concerns: another one may be selected when it ends
   */
  public <T> void start(
      String name, BackgroundExecutor.Call<T> call, Consumer<T> done, Consumer<Failure> failed) {
    if (busy.get()) {
      return;
    }
    target = name;
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

  public <T> void start(String name, BackgroundExecutor.Call<T> call, Consumer<T> done) {
    start(name, call, done, ignored -> {});
  }

  /** Starts an action that concerns no row. */
  public <T> void start(
      BackgroundExecutor.Call<T> call, Consumer<T> done, Consumer<Failure> failed) {
    start("", call, done, failed);
  }

  public <T> void start(BackgroundExecutor.Call<T> call, Consumer<T> done) {
    start(call, done, ignored -> {});
  }

  /** The name of the row that the last action concerned; empty for none. */
  public String target() {
    return target;
  }

  public void cancel() {
    if (task != null) {
      task.cancel();
    }
    busy.set(false);
  }
}
