package eu.callorders.console.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.EnumSet;
import java.util.Optional;

/** The detail of one enrollment with a fake service. */
final class EnrollmentDetailFixture implements AutoCloseable {
  static final String ENROLLMENT =
      """
      {"id":"enr_1","status":"%s","sequence_id":"seq_1","sequence_version":2,
       "current_step_id":"call","exit_reason":null,"call_order_ids":["ord_1"]}
      """;

  static final String SEQUENCE =
      """
      {"versions":[{"version":1,"steps":[{"id":"old","type":"wait"}]},
       {"version":2,"steps":[{"id":"rest","type":"wait"},{"id":"call","type":"create_order"}]}]}
      """;

  static final String ORDERS =
      "{\"data\":[{\"id\":\"ord_1\",\"status\":\"scheduled\"}],\"has_more\":false}";
  static final String NO_EVENTS = "{\"data\":[],\"has_more\":false,\"next_cursor\":\"c\"}";
  final FakeService service = new FakeService();
  final DirectExecutor uiExecutor = new DirectExecutor();
  final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  final EnrollmentDetailViewModel model = model(EnumSet.allOf(Scope.class));

  @Override
  public void close() {
    background.close();
    service.close();
  }

  EnrollmentDetailViewModel model(EnumSet<Scope> scopes) {
    ApiClient api =
        ApiClient.administration(
            new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
    return new EnrollmentDetailViewModel(
        background,
        new Session(
            "s",
            "sandbox",
            "tn_1",
            MissingNode.getInstance(),
            scopes,
            api,
            Optional.empty(),
            new ConnectionStatus()));
  }

  static ActionTarget target(String id) {
    return new ActionTarget(id, "Erika (" + id + ")");
  }

  void respondWith(String status) {
    service
        .then(200, ENROLLMENT.formatted(status))
        .then(200, ORDERS)
        .then(200, SEQUENCE)
        .then(200, NO_EVENTS);
  }

  EnrollmentDetail shown() {
    EnrollmentDetail detail = model.detail().get();
    assertThat(detail).isNotNull();
    return detail;
  }

  void show(String status) {
    respondWith(status);
    model.show("enr_1");
    uiExecutor.runNext();
  }

  void rejectAction(EnrollmentAction action, String before, int status, String code, String after) {
    show(before);
    service.then(status, "{\"code\":\"%s\"}".formatted(code));
    respondWith(after);
    model.act(target("enr_1"), action);
    uiExecutor.runNext();
    uiExecutor.runNext();
  }
}
