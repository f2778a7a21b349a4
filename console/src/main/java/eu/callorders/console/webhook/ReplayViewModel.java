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
 * A replay before it begins: nothing is sent before a dry run has said how much it would be, and
 * what is changed after that has to be counted again. It begins once: when the answer got lost, the
 * same request is sent again under the same key.
 */
final class ReplayViewModel {
  static final Duration PACE = Duration.ofSeconds(2);
  private static final int UNKNOWN = -1;

  /** What was sent, and where the log ended before that. */
  private record Sent(ObjectNode body, ReplayLogReader log) {}

  private final BackgroundExecutor background;
  private final Session session;
  private final String endpointId;
  private final ReplayForm form;
  private final Duration pace;
  private final Consumer<ReplayProgress> begun;
  private final ReadOnlyIntegerWrapper count = new ReadOnlyIntegerWrapper(UNKNOWN);
  private final ObservableList<ReplayFault> faults = FXCollections.observableArrayList();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper uncertain = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper started = new ReadOnlyBooleanWrapper();
  private final IdempotencyKeyHolder key = new IdempotencyKeyHolder();
  private @Nullable BackgroundTask counting;
  private @Nullable Sent sent;

  /**
   * @param pace rest between two looks at what becomes of it
   * @param begun given the replay once the service has taken it
   */
  ReplayViewModel(
      BackgroundExecutor background,
      Session session,
      String endpointId,
      ReplayForm form,
      Duration pace,
      Consumer<ReplayProgress> begun) {
    this.background = background;
    this.session = session;
    this.endpointId = endpointId;
    this.form = form;
    this.pace = pace;
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
    faults.setAll(form.faults());
  }

  /** Asks how many events it would be. */
  void count() {
    if (busy.get() || uncertain.get()) {
      return;
    }
    faults.setAll(form.faults());
    failure.set(null);
    if (!faults.isEmpty()) {
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
            why -> {
              counting = null;
              failed(why);
            });
  }

  /** Has them sent, once they were counted and are any; or asks again what has become of that. */
  void start() {
    Sent before = sent;
    if (busy.get() || (before == null && count.get() <= 0)) {
      return;
    }
    busy.set(true);
    failure.set(null);
    if (before != null) {
      send(before);
      return;
    }
    ObjectNode body = form.body(false);
    background.run(
        () -> ReplayLogReader.before(session, endpointId),
        log -> send(new Sent(body, log)),
        this::failed);
  }

  private void send(Sent request) {
    String under = key.get();
    background.run(
        () -> session.api().post(path(), under, request.body()).body().path("events").asInt(),
        events -> {
          sent = null;
          uncertain.set(false);
          busy.set(false);
          started.set(true);
          begun.accept(new ReplayProgress(background, endpointId, events, request.log(), pace));
        },
        why -> {
          uncertain.set(key.isDoubtfulAfter(why, uncertain.get()));
          sent = uncertain.get() ? request : null;
          failed(why);
        });
  }

  private void failed(Failure why) {
    List<ReplayFault> said =
        why instanceof Failure.Refused refused
            ? ReplayFault.of(refused.problem(), form.beginning())
            : List.of();
    faults.setAll(said);
    failure.set(said.isEmpty() ? why : null);
    busy.set(false);
  }

  private String path() {
    return EndpointRow.PATH + "/" + endpointId + "/replay";
  }

  /** How many events match what is filled in; negative while nobody has asked. */
  ReadOnlyIntegerProperty counted() {
    return count.getReadOnlyProperty();
  }

  /** What is not filled in as it should be. */
  ObservableList<ReplayFault> faults() {
    return faults;
  }

  /** Beside the faults that stand at their fields. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  /** Whether nobody knows if the service has taken it; the form stays as it was sent. */
  ReadOnlyBooleanProperty uncertain() {
    return uncertain.getReadOnlyProperty();
  }

  /** The service has taken it. */
  ReadOnlyBooleanProperty started() {
    return started.getReadOnlyProperty();
  }
}
