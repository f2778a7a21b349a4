package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ResourceViewModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The shown enrollment with its sequence, orders and events, kept up to date. */
final class EnrollmentDetailViewModel extends ResourceViewModel<EnrollmentDetail> {
  private static final int MAX_EVENTS = 500;

  private final Session session;

  /** By enrollment: the failure of an action may arrive after one on another enrollment. */
  private final Map<String, EnrollmentAction> lastActions = new HashMap<>();

  EnrollmentDetailViewModel(BackgroundExecutor background, Session session) {
    super(background, id -> load(session, id));
    this.session = session;
  }

  private static EnrollmentDetail load(Session session, String id) throws ApiException {
    JsonNode enrollment = session.api().get("/v1/enrollments/" + id).body();
    Query byEnrollment = Query.none().with("enrollment_id", id);
    List<JsonNode> orders = session.api().page("/v1/call-orders", byEnrollment, "").rows();
    return new EnrollmentDetail(
        enrollment, sequence(session, enrollment), orders, events(session, byEnrollment));
  }

  /** The sequence; missing when the service rejects the read. */
  private static JsonNode sequence(Session session, JsonNode enrollment) throws ApiException {
    if (session.may(Scope.CONFIG_READ)) {
      try {
        String id = enrollment.path("sequence_id").asText();
        return session.api().get("/v1/sequences/" + id).body();
      } catch (ApiException e) {
        if (!(e.failure() instanceof Failure.Refused)) {
          throw e;
        }
      }
    }
    return MissingNode.getInstance();
  }

  private static List<JsonNode> events(Session session, Query byEnrollment) throws ApiException {
    return session.may(Scope.EVENTS_READ)
        ? session.api().firstRows("/v1/events", byEnrollment, MAX_EVENTS).rows()
        : List.of();
  }

  /** Events of its orders concern the enrollment too. */
  @Override
  protected boolean concerns(JsonNode event) {
    return event.path("related").path("enrollment_id").asText().equals(id())
        || event.path("data").path("enrollment_id").asText().equals(id());
  }

  boolean mayAct() {
    return session.may(Scope.ORDERS_WRITE);
  }

  boolean mayReadSequences() {
    return session.may(Scope.CONFIG_READ);
  }

  void act(ActionTarget enrollment, EnrollmentAction action) {
    String path = "/v1/enrollments/" + enrollment.id() + "/" + action.key();
    lastActions.put(enrollment.id(), action);
    act(enrollment, () -> session.api().post(path, MissingNode.getInstance()), true);
  }

  /** The curl command that reads this enrollment. */
  String curl() {
    return session.api().curl("/v1/enrollments/" + id());
  }

  /** Text key of the advice after a failed action; empty for none. */
  String adviceKey() {
    EnrollmentDetail detail = detail().get();
    Failure cause = actionFailure().get();
    EnrollmentAction action = lastActions.get(id());
    return detail == null || cause == null || action == null ? "" : action.adviceKey(cause, detail);
  }
}
