package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Work;
import java.time.Duration;
import java.util.function.Consumer;
import javafx.beans.Observable;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A replay before it begins: nothing is sent before a dry run has said how much it would be, and
 * what is changed after that has to be counted again.
 */
final class ReplayViewModel {
  static final Duration PACE = Duration.ofSeconds(2);
  private static final int UNKNOWN = -1;

  private final Background background;
  private final Session session;
  private final String endpointId;
  private final ReplayForm form;
  private final Consumer<ReplayProgress> begun;
  private final ReadOnlyIntegerWrapper count = new ReadOnlyIntegerWrapper(UNKNOWN);
  private final ReadOnlyStringWrapper fault = new ReadOnlyStringWrapper("");
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper started = new ReadOnlyBooleanWrapper();
  private @Nullable Work counting;

  /**
   * @param begun given the replay once the service has taken it
   */
  ReplayViewModel(
      Background background,
      Session session,
      String endpointId,
      ReplayForm form,
      Consumer<ReplayProgress> begun) {
    this.background = background;
    this.session = session;
    this.endpointId = endpointId;
    this.form = form;
    this.begun = begun;
    for (Observable one : form.all()) {
      one.addListener(ignored -> changed());
    }
  }

  ReplayForm form() {
    return form;
  }

  private void changed() {
    if (counting != null) {
      counting.cancel();
      counting = null;
      busy.set(false);
    }
    count.set(UNKNOWN);
    fault.set(form.fault());
  }

  /** Asks how many events it would be. */
  void count() {
    fault.set(form.fault());
    if (busy.get() || !fault.get().isEmpty()) {
      return;
    }
    busy.set(true);
    failure.set(null);
    ObjectNode body = form.body(true);
    counting =
        background.run(
            () -> session.api().post(path(), body).body().path("events").asInt(),
            events -> {
              count.set(events);
              busy.set(false);
            },
            this::failed);
  }

  /** Has them sent, once they were counted and are any. */
  void start() {
    if (busy.get() || count.get() <= 0) {
      return;
    }
    busy.set(true);
    failure.set(null);
    ObjectNode body = form.body(false);
    counting = null;
    background.run(
        () -> {
          ReplayLog log = ReplayLog.before(session, endpointId);
          int events = session.api().post(path(), body).body().path("events").asInt();
          return new ReplayProgress(background, endpointId, events, log, PACE);
        },
        progress -> {
          busy.set(false);
          started.set(true);
          begun.accept(progress);
        },
        this::failed);
  }

  private void failed(Failure why) {
    failure.set(why);
    busy.set(false);
  }

  private String path() {
    return EndpointRow.PATH + "/" + endpointId + "/replay";
  }

  /** How many events match what is filled in; negative while nobody has asked. */
  ReadOnlyIntegerProperty counted() {
    return count.getReadOnlyProperty();
  }

  /** What is not filled in as it should be, of the registry {@code fault}; empty for nothing. */
  ReadOnlyStringProperty fault() {
    return fault.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  /** The service has taken it. */
  ReadOnlyBooleanProperty started() {
    return started.getReadOnlyProperty();
  }
}
