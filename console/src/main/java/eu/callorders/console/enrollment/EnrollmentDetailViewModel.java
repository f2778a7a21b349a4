package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ResourceWatcher;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The shown enrollment, kept up to date. */
final class EnrollmentDetailViewModel {
  private final BackgroundExecutor background;
  private final Session session;
  private final ResourceWatcher<EnrollmentDetail> watcher;
  private final ReadOnlyObjectWrapper<@Nullable Failure> actionFailure =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper acting = new ReadOnlyBooleanWrapper();
  private EnrollmentAction lastAction = EnrollmentAction.PAUSE;

  EnrollmentDetailViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
    this.watcher = new ResourceWatcher<>(background, new EnrollmentLoader(session)::load);
  }

  /** Shows the enrollment and clears the previous one. */
  void show(String id) {
    if (!id.equals(watcher.id())) {
      clear();
      watcher.show(id);
    }
  }

  void clear() {
    watcher.clear();
    acting.set(false);
    actionFailure.set(null);
  }

  /** Reloads the enrollment; the shown state stays meanwhile. */
  void load() {
    watcher.load();
  }

  /** Reloads when an event concerns this enrollment or its orders. */
  void handleEvents(List<JsonNode> events) {
    if (events.stream().anyMatch(this::concerns)) {
      load();
    }
  }

  private boolean concerns(JsonNode event) {
    return event.path("related").path("enrollment_id").asText().equals(watcher.id())
        || event.path("data").path("enrollment_id").asText().equals(watcher.id());
  }

  boolean mayAct() {
    return session.may(Scope.ORDERS_WRITE);
  }

  boolean mayReadSequences() {
    return session.may(Scope.CONFIG_READ);
  }

  /** Executes the action and reloads: after a failure the shown state may be stale. */
  void act(EnrollmentAction action) {
    String id = watcher.id();
    String path = "/v1/enrollments/" + id + "/" + action.key();
    acting.set(true);
    actionFailure.set(null);
    lastAction = action;
    background.run(
        () -> session.api().post(path, MissingNode.getInstance()),
        ignored -> actionFinished(id, null),
        cause -> actionFinished(id, cause));
  }

  private void actionFinished(String id, @Nullable Failure cause) {
    if (id.equals(watcher.id())) {
      acting.set(false);
      actionFailure.set(cause);
      load();
    }
  }

  /** The curl command that reads this enrollment. */
  String curl() {
    return "curl -s "
        + session.api().base()
        + "/v1/enrollments/"
        + watcher.id()
        + " -H \"Authorization: Bearer $TOKEN\"";
  }

  ReadOnlyObjectProperty<@Nullable EnrollmentDetail> detail() {
    return watcher.value();
  }

  /** Why the last read failed. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return watcher.failure();
  }

  /** Why the last action failed. */
  ReadOnlyObjectProperty<@Nullable Failure> actionFailure() {
    return actionFailure.getReadOnlyProperty();
  }

  /** Text key of the advice after a failed action; empty for none. */
  String adviceKey() {
    EnrollmentDetail detail = detail().get();
    Failure cause = actionFailure.get();
    return detail == null || cause == null ? "" : ActionAdvice.adviceKey(lastAction, cause, detail);
  }

  /** Whether an action is running. */
  ReadOnlyBooleanProperty acting() {
    return acting.getReadOnlyProperty();
  }
}
