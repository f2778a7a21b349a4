package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.util.ArrayList;
import java.util.List;

/** Loads an enrollment with its sequence, orders and events. */
final class EnrollmentLoader {
  private static final int PAGE_SIZE = 100;
  private static final int MAX_EVENTS = 500;

  private final Session session;

  EnrollmentLoader(Session session) {
    this.session = session;
  }

  EnrollmentDetail load(String id) throws ApiException {
    JsonNode enrollment = session.api().get("/v1/enrollments/" + id).body();
    Query byEnrollment = Query.none().with("enrollment_id", id);
    List<JsonNode> orders =
        session.api().page("/v1/call-orders", byEnrollment, PAGE_SIZE, "").rows();
    return new EnrollmentDetail(enrollment, sequence(enrollment), orders, events(byEnrollment));
  }

  /** The sequence; missing when the service rejects the read. */
  private JsonNode sequence(JsonNode enrollment) throws ApiException {
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

  private List<JsonNode> events(Query byEnrollment) throws ApiException {
    List<JsonNode> events = new ArrayList<>();
    if (session.may(Scope.EVENTS_READ)) {
      Page<JsonNode> page = session.api().page("/v1/events", byEnrollment, PAGE_SIZE, "");
      events.addAll(page.rows());
      while (page.hasMore() && events.size() < MAX_EVENTS) {
        page = session.api().page("/v1/events", byEnrollment, PAGE_SIZE, page.next());
        events.addAll(page.rows());
      }
    }
    return events;
  }
}
