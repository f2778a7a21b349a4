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
  private final ResourceWatcher<EnrollmentDetail> followed;
  private final ReadOnlyObjectWrapper<@Nullable Failure> refusal = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper acting = new ReadOnlyBooleanWrapper();
  private EnrollmentAction tried = EnrollmentAction.PAUSE;

  EnrollmentDetailViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
    this.followed = new ResourceWatcher<>(background, new EnrollmentLoader(session)::read);
  }

  /** Shows the enrollment and clears the previous one. */
  void show(String id) {
    if (!id.equals(followed.id())) {
      clear();
      followed.show(id);
    }
  }

  void clear() {
    followed.clear();
    acting.set(false);
    refusal.set(null);
  }

  /** Reloads the enrollment; the shown state stays meanwhile. */
  void load() {
    followed.load();
  }

  /** Reloads when an event concerns this enrollment or its orders. */
  void happened(List<JsonNode> events) {
    if (events.stream().anyMatch(this::concerns)) {
      load();
    }
  }

  private boolean concerns(JsonNode event) {
    return event.path("related").path("enrollment_id").asText().equals(followed.id())
        || event.path("data").path("enrollment_id").asText().equals(followed.id());
  }

  boolean mayAct() {
    return session.may(Scope.ORDERS_WRITE);
  }

  boolean mayReadSequences() {
    return session.may(Scope.CONFIG_READ);
  }

  /** Executes the action and reloads: after a failure the shown state may be stale. */
  void act(EnrollmentAction action) {
    String id = followed.id();
    String path = "/v1/enrollments/" + id + "/" + action.key();
    acting.set(true);
    refusal.set(null);
    tried = action;
    background.run(
        () -> session.api().post(path, MissingNode.getInstance()),
        ignored -> acted(id, null),
        cause -> acted(id, cause));
  }

  private void acted(String id, @Nullable Failure cause) {
    if (id.equals(followed.id())) {
      acting.set(false);
      refusal.set(cause);
      load();
    }
  }

  /** The curl command that reads this enrollment. */
  String curl() {
    return "curl -s "
        + session.api().base()
        + "/v1/enrollments/"
        + followed.id()
        + " -H \"Authorization: Bearer $TOKEN\"";
  }

  ReadOnlyObjectProperty<@Nullable EnrollmentDetail> detail() {
    return followed.value();
  }

  /** Why the last read failed. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return followed.failure();
  }

  /** Why the last action failed. */
  ReadOnlyObjectProperty<@Nullable Failure> refusal() {
    return refusal.getReadOnlyProperty();
  }

  /** Text key of the advice after a failed action; empty for none. */
  String advice() {
    EnrollmentDetail detail = detail().get();
    Failure cause = refusal.get();
    return detail == null || cause == null ? "" : Advice.of(tried, cause, detail);
  }

  /** Whether an action is running. */
  ReadOnlyBooleanProperty acting() {
    return acting.getReadOnlyProperty();
  }
}
