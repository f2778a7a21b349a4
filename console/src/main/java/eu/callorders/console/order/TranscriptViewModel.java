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

/** The transcript that was asked for, taken apart before anything is drawn. */
final class TranscriptViewModel {
  private final BackgroundExecutor background;
  private final Session session;
  private final OrderLoader reading;
  private final ReadOnlyObjectWrapper<@Nullable Transcript> transcript =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private @Nullable BackgroundTask work;

  TranscriptViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
    this.reading = new OrderLoader(session);
  }

  boolean mayRead() {
    return session.may(Scope.TRANSCRIPTS_READ);
  }

  /** Reads that of a call, in place of any other. */
  void read(String callId) {
    clear();
    busy.set(true);
    work =
        background.run(
            () -> Transcript.of(callId, reading.transcript(callId)),
            read -> {
              transcript.set(read);
              busy.set(false);
            },
            why -> {
              failure.set(why);
              busy.set(false);
            });
  }

  /** Shows none; what is being read is called off. */
  void clear() {
    if (work != null) {
      work.cancel();
      work = null;
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
