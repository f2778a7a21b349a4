package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.Observable;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * Prepares and starts a replay. It starts only after a dry run has counted the events; any change
 * of the form requires another count. After a lost response, the same request is repeated with the
 * same idempotency key.
 */
final class ReplayViewModel {
  static final Duration POLL_INTERVAL = Duration.ofSeconds(2);
  private static final int NOT_COUNTED = -1;

  /** A sent request, and the log position before it. */
  private record Sent(ObjectNode body, ReplayLogReader log) {}

  private final BackgroundExecutor background;
  private final Session session;
  private final String endpointId;
  private final ReplayForm form;
  private final Duration pollInterval;
  private final Consumer<ReplayProgress> onStarted;
  private final ReadOnlyIntegerWrapper count = new ReadOnlyIntegerWrapper(NOT_COUNTED);
  private final ObservableList<ReplayFieldError> fieldErrors = FXCollections.observableArrayList();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper outcomeUnknown = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper started = new ReadOnlyBooleanWrapper();
  private final IdempotencyKeyHolder key = new IdempotencyKeyHolder();
  private @Nullable BackgroundTask counting;
  private @Nullable Sent sent;

  /**
   * @param pollInterval pause between two polls of the progress
   * @param onStarted called once the service has accepted the replay
   */
  ReplayViewModel(
      BackgroundExecutor background,
      Session session,
      String endpointId,
      ReplayForm form,
      Duration pollInterval,
      Consumer<ReplayProgress> onStarted) {
    this.background = background;
    this.session = session;
    this.endpointId = endpointId;
    this.form = form;
    this.pollInterval = pollInterval;
    this.onStarted = onStarted;
    for (Observable property : form.properties()) {
      property.addListener(ignored -> changed());
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
    count.set(NOT_COUNTED);
    fieldErrors.setAll(form.errors());
  }

  /** Counts the matching events with a dry run. */
  void count() {
    if (busy.get() || outcomeUnknown.get()) {
      return;
    }
    fieldErrors.setAll(form.errors());
    failure.set(null);
    if (!fieldErrors.isEmpty()) {
      return;
    }
    busy.set(true);
    ObjectNode body = form.body(true);
    counting =
        background.run(
            () -> session.api().post(path(), body).body().path("events").asInt(),
            events -> {
              counting = null;
              count.set(events);
              busy.set(false);
            },
            cause -> {
              counting = null;
              failed(cause);
            });
  }

  /** Starts a counted replay, or repeats a request whose outcome is unknown. */
  void start() {
    Sent pending = sent;
    if (busy.get() || (pending == null && count.get() <= 0)) {
      return;
    }
    busy.set(true);
    failure.set(null);
    if (pending != null) {
      send(pending);
      return;
    }
    ObjectNode body = form.body(false);
    background.run(
        () -> ReplayLogReader.startingNow(session, endpointId),
        log -> send(new Sent(body, log)),
        this::failed);
  }

  private void send(Sent request) {
    String idempotencyKey = key.get();
    background.run(
        () ->
            session
                .api()
                .post(path(), idempotencyKey, request.body())
                .body()
                .path("events")
                .asInt(),
        events -> {
          sent = null;
          outcomeUnknown.set(false);
          busy.set(false);
          started.set(true);
          onStarted.accept(
              new ReplayProgress(background, endpointId, events, request.log(), pollInterval));
        },
        cause -> {
          outcomeUnknown.set(key.isOutcomeUnknown(cause, outcomeUnknown.get()));
          sent = outcomeUnknown.get() ? request : null;
          failed(cause);
        });
  }

  private void failed(Failure cause) {
    List<ReplayFieldError> errors =
        cause instanceof Failure.Refused refused
            ? ReplayFieldError.of(refused.problem(), form.startField())
            : List.of();
    fieldErrors.setAll(errors);
    failure.set(errors.isEmpty() ? cause : null);
    busy.set(false);
  }

  private String path() {
    return EndpointRow.PATH + "/" + endpointId + "/replay";
  }

  /** Number of matching events; negative until counted. */
  ReadOnlyIntegerProperty counted() {
    return count.getReadOnlyProperty();
  }

  /** The invalid fields. */
  ObservableList<ReplayFieldError> fieldErrors() {
    return fieldErrors;
  }

  /** Without the errors shown at the fields. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  /** Whether the replay may have been started; freezes the form. */
  ReadOnlyBooleanProperty outcomeUnknown() {
    return outcomeUnknown.getReadOnlyProperty();
  }

  /** Whether the service has accepted the replay. */
  ReadOnlyBooleanProperty started() {
    return started.getReadOnlyProperty();
  }
}
