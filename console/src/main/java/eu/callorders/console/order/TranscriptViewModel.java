package eu.callorders.console.order;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** Loads the opened transcript and splits it into lines off the UI thread. */
final class TranscriptViewModel {
  private final BackgroundExecutor background;
  private final Session session;
  private final OrderLoader loader;
  private final ReadOnlyObjectWrapper<@Nullable Transcript> transcript =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private @Nullable BackgroundTask task;

  TranscriptViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
    this.loader = new OrderLoader(session);
  }

  boolean mayRead() {
    return session.may(Scope.TRANSCRIPTS_READ);
  }

  /** Loads the transcript of a call in place of the previous one. */
  void load(String callId) {
    clear();
    busy.set(true);
    task =
        background.run(
            () -> Transcript.of(callId, loader.transcript(callId)),
            loaded -> {
              transcript.set(loaded);
              busy.set(false);
            },
            cause -> {
              failure.set(cause);
              busy.set(false);
            });
  }

  /** Clears the transcript and cancels a running read. */
  void clear() {
    if (task != null) {
      task.cancel();
      task = null;
    }
    busy.set(false);
    transcript.set(null);
    failure.set(null);
  }

  ReadOnlyObjectProperty<@Nullable Transcript> transcript() {
    return transcript.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }
}
