package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.TenantClock;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import eu.callorders.console.work.IdempotentPost;
import java.time.Duration;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/**
 * Prepares and starts a replay. It starts only after a dry run has counted the events; any change
 * of the form requires another count. After a lost response, the same request is repeated.
 */
final class ReplayViewModel {
  static final Duration POLL_INTERVAL = Duration.ofSeconds(2);
  private static final int NOT_COUNTED = -1;

  private final BackgroundExecutor background;
  private final Session session;
  private final String endpointId;
  final ReplayForm form;
  private final Duration pollInterval;
  private final Consumer<ReplayProgress> onStarted;

  /** Number of matching events; negative until counted. */
  final IntegerProperty counted = new SimpleIntegerProperty(NOT_COUNTED);

  /** Without the errors shown at the fields. */
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();

  final BooleanProperty busy = new SimpleBooleanProperty();

  /** Whether the service has accepted the replay. */
  final BooleanProperty started = new SimpleBooleanProperty();

  private final IdempotentPost post;

  /** Whether the replay may have been started; freezes the form. */
  final ReadOnlyBooleanProperty outcomeUnknown;

  private @Nullable BackgroundTask counting;

  /** Notes the end of the log before the first attempt. */
  private @Nullable ReplayLogReader log;

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
    this.post = new IdempotentPost(background, session.api());
    this.outcomeUnknown = post.outcomeUnknown();
    form.onChange(this::changed);
  }

  private void changed() {
    if (counting != null) {
      counting.cancel();
      counting = null;
      busy.set(false);
    }
    counted.set(NOT_COUNTED);
    form.check();
  }

  /** The range is given by it. */
  TenantClock clock() {
    return session.clock();
  }

  /** Counts the matching events with a dry run. */
  void count() {
    if (busy.get() || outcomeUnknown.get()) {
      return;
    }
    failure.set(null);
    if (!form.check()) {
      return;
    }
    busy.set(true);
    ObjectNode body = form.body(true);
    counting =
        background.run(
            () -> session.api().post(path(), body).body().path("events").asInt(),
            events -> {
              counting = null;
              counted.set(events);
              busy.set(false);
            },
            cause -> {
              counting = null;
              failed(cause);
            });
  }

  /** Starts a counted replay, or repeats a request whose outcome is unknown. */
  void start() {
    ReplayLogReader noted = outcomeUnknown.get() ? log : null;
    if (busy.get() || (noted == null && counted.get() <= 0)) {
      return;
    }
    busy.set(true);
    failure.set(null);
    ObjectNode body = form.body(false);
    if (noted != null) {
      send(body, noted);
    } else {
      background.run(
          () -> ReplayLogReader.startingNow(session, endpointId),
          reader -> send(body, reader),
          this::failed);
    }
  }

  private void send(ObjectNode body, ReplayLogReader reader) {
    log = reader;
    post.send(
        path(),
        body,
        reply -> {
          int events = reply.body().path("events").asInt();
          busy.set(false);
          started.set(true);
          onStarted.accept(
              new ReplayProgress(background, endpointId, events, reader, pollInterval));
        },
        this::failed);
  }

  private void failed(Failure cause) {
    failure.set(form.refuse(cause) ? null : cause);
    busy.set(false);
  }

  private String path() {
    return EndpointRow.PATH + "/" + endpointId + "/replay";
  }
}
