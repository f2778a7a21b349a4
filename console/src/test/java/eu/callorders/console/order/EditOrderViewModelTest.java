package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.api.Scope;
import eu.callorders.console.form.JsonFieldConverter;
import eu.callorders.console.ui.FailureMessage;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EditOrderViewModelTest {
  private static final String ORDER =
      """
      {"id": "ord_1", "status": "%s", "updated_at": "%s",
       "scheduling": {"window": {"not_before": "2026-07-01T12:00:30Z"}, "max_attempts": %d,
        "retry": {"min_gap_hours": 4, "randomize_within_window": false},
        "on_window_violation": "defer"},
       "metadata": {"team": "%s", "size": 5}}
      """;
  private static final String STALE = "{\"code\":\"precondition_failed\"}";

  @AutoClose private final StubSession stub = new StubSession();
  private final AtomicInteger saved = new AtomicInteger();
  private final EditOrderViewModel model =
      new EditOrderViewModel(
          stub.background,
          stub.session(Scope.ORDERS_WRITE),
          new JsonFieldConverter(ZoneId.of("Europe/Berlin")),
          saved::incrementAndGet);

  @BeforeEach
  void edit() {
    model.edit(shown("ord_1", "\"1\""));
  }

  private static OrderDetail shown(String id, String etag) {
    String order = ORDER.formatted("accepted", "1", 3, "north").replace("ord_1", id);
    return new OrderDetail(
        Json.parse(order).orElseThrow(), etag, List.of(), true, MissingNode.getInstance());
  }

  private void write(OrderField field, String text) {
    model.form.value(field).set(text);
  }

  private String value(OrderField field) {
    return model.form.text(field);
  }

  /** Saves and runs the UI update of the response. */
  private void save() {
    model.save();
    stub.uiExecutor.runNext();
  }

  private void saveAgainstNewRevision(String order) {
    stub.service.then(412, STALE).then(200, Map.of("ETag", "\"2\""), order);
    save();
    stub.uiExecutor.runNext();
  }

  @Test
  void sendsChangedFieldsWithSeenRevision() {
    stub.service.then(200, "{}");
    write(OrderField.MAX_ATTEMPTS, "5");
    write(OrderField.NOT_BEFORE, "");
    write(OrderField.METADATA, "team=south\nsize=5");
    save();
    FakeService.RecordedRequest request = stub.service.requests().getFirst();
    assertThat(request.method() + " " + request.target()).isEqualTo("PATCH /v1/call-orders/ord_1");
    assertThat(request.header("If-match")).isEqualTo("\"1\"");
    assertThat(Json.parse(request.body()))
        .isEqualTo(
            Json.parse(
                """
                {"scheduling": {"window": {"not_before": null}, "max_attempts": 5},
                 "metadata": {"team": "south", "size": 5}}
                """));
    assertThat(saved).hasValue(1);
  }

  @Test
  void sendsNothingWithoutChanges() {
    model.save();
    assertThat(saved).hasValue(1);
    assertThat(stub.service.requests()).isEmpty();
  }

  @Test
  void showsConcurrentChanges() {
    write(OrderField.MAX_ATTEMPTS, "5");
    saveAgainstNewRevision(ORDER.formatted("scheduled", "2", 4, "south"));
    assertThat(model.failure().get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.changes())
        .containsExactly(
            new OrderChanges.Change("/metadata/team", "north", "south"),
            new OrderChanges.Change("/scheduling/max_attempts", "3", "4"),
            new OrderChanges.Change("/status", "accepted", "scheduled"));
    assertThat(value(OrderField.MAX_ATTEMPTS)).isEqualTo("5");
    assertThat(saved).hasValue(0);
  }

  @Test
  void reloadKeepsInputAndTakesNewRevision() {
    write(OrderField.MAX_ATTEMPTS, "5");
    saveAgainstNewRevision(ORDER.formatted("scheduled", "2", 4, "south"));
    model.reload();
    assertThat(model.changes()).isEmpty();
    assertThat(model.failure().get()).isNull();
    assertThat(value(OrderField.MAX_ATTEMPTS)).isEqualTo("5");
    assertThat(value(OrderField.METADATA)).isEqualTo("team=south\nsize=5");
    stub.service.then(200, "{}");
    save();
    assertThat(stub.service.requests().getLast().header("If-match")).isEqualTo("\"2\"");
    assertThat(stub.service.requests().getLast().body())
        .isEqualTo("{\"scheduling\":{\"max_attempts\":5}}");
    assertThat(saved).hasValue(1);
  }

  @Test
  void savesNothingBeforeReloadAfterConflict() {
    write(OrderField.MAX_ATTEMPTS, "5");
    saveAgainstNewRevision(ORDER.formatted("scheduled", "2", 4, "north"));
    model.save();
    assertThat(model.busy().get()).isFalse();
    assertThat(stub.service.requests()).hasSize(2);
  }

  @Test
  void succeedsWhenConcurrentChangeIsEqual() {
    write(OrderField.MAX_ATTEMPTS, "5");
    saveAgainstNewRevision(ORDER.formatted("scheduled", "2", 5, "north"));
    assertThat(saved).hasValue(1);
    assertThat(model.changes()).isEmpty();
  }

  @Test
  void showsFieldErrorsAndKeepsInput() {
    stub.service.then(
        422,
        """
        {"code": "validation_failed", "errors": [
         {"pointer": "/scheduling/max_attempts", "code": "maximum", "message": "10 at most"}]}
        """);
    write(OrderField.MAX_ATTEMPTS, "50");
    save();
    assertThat(model.form.error(OrderField.MAX_ATTEMPTS).get())
        .isEqualTo(FailureMessage.of(new Problem.FieldError("", "maximum", "10 at most")));
    assertThat(value(OrderField.MAX_ATTEMPTS)).isEqualTo("50");
    assertThat(model.failure().get()).isNull();
    assertThat(model.busy().get()).isFalse();
  }

  @Test
  void showsRejectionWhenOrderIsNotEditable() {
    stub.service.then(409, "{\"code\":\"order_not_editable\"}");
    write(OrderField.MIN_GAP_HOURS, "8");
    save();
    assertThat(model.failure().get()).isNotNull();
    assertThat(model.busy().get()).isFalse();
  }

  @Test
  void refusesToEditAnotherOrderWithUnsavedChanges() {
    assertThat(model.unsaved.get()).isFalse();
    write(OrderField.MAX_ATTEMPTS, "5");
    assertThat(model.unsaved.get()).isTrue();
    assertThat(model.edit(shown("ord_2", "\"9\""))).isFalse();
    assertThat(model.edit(shown("ord_1", "\"9\""))).as("resumes").isTrue();
    assertThat(model.id()).isEqualTo("ord_1");
    assertThat(value(OrderField.MAX_ATTEMPTS)).isEqualTo("5");
    model.discard();
    assertThat(model.unsaved.get()).isFalse();
    assertThat(model.edit(shown("ord_2", "\"9\""))).isTrue();
    assertThat(model.id()).isEqualTo("ord_2");
    assertThat(value(OrderField.MAX_ATTEMPTS)).isEqualTo("3");
  }

  @Test
  void discardClearsUnsavedAfterEmptiedFields() {
    model.form.fields().forEach(field -> write(field, ""));
    assertThat(model.unsaved.get()).isTrue();
    model.discard();
    assertThat(model.unsaved.get()).isFalse();
  }

  @Test
  void saveClearsUnsaved() {
    stub.service.then(200, "{}");
    write(OrderField.MAX_ATTEMPTS, "5");
    save();
    assertThat(model.unsaved.get()).isFalse();
    assertThat(model.busy().get()).isFalse();
    assertThat(model.edit(shown("ord_2", "\"1\""))).isTrue();
  }

  @Test
  void ignoresResponseAfterDiscard() {
    stub.service.then(200, "{}");
    write(OrderField.MAX_ATTEMPTS, "5");
    model.save();
    model.discard();
    stub.uiExecutor.runNext();
    assertThat(saved).hasValue(0);
  }

  @Test
  void lateResponseKeepsNewInput() {
    stub.service.then(200, "{}");
    write(OrderField.MAX_ATTEMPTS, "5");
    model.save();
    model.discard();
    model.edit(shown("ord_1", "\"1\""));
    write(OrderField.MAX_ATTEMPTS, "7");
    stub.uiExecutor.runNext();
    assertThat(saved).hasValue(0);
    assertThat(value(OrderField.MAX_ATTEMPTS)).isEqualTo("7");
  }

  @Test
  void ignoresSaveWhileBusy() {
    stub.service.then(200, "{}");
    write(OrderField.MAX_ATTEMPTS, "5");
    model.save();
    model.form.setError(OrderField.NOT_BEFORE, "wait");
    model.save();
    assertThat(model.form.error(OrderField.NOT_BEFORE).get()).isEqualTo("wait");
    stub.uiExecutor.runNext();
    assertThat(saved).hasValue(1);
  }

  @Test
  void saveClearsPreviousErrors() {
    stub.service.then(409, "{}").then(200, "{}");
    write(OrderField.MAX_ATTEMPTS, "5");
    save();
    assertThat(model.failure().get()).isNotNull();
    model.form.setError(OrderField.NOT_BEFORE, "odd");
    model.save();
    assertThat(model.failure().get()).isNull();
    assertThat(model.form.firstInvalid()).isEmpty();
    stub.uiExecutor.runNext();
    assertThat(saved).hasValue(1);
  }

  @Test
  void takesNewRevisionWithoutVisibleChanges() {
    write(OrderField.MAX_ATTEMPTS, "5");
    saveAgainstNewRevision(ORDER.formatted("accepted", "2", 3, "north"));
    assertThat(model.changes()).isEmpty();
    assertThat(model.failure().get()).isNotNull();
    assertThat(value(OrderField.MAX_ATTEMPTS)).isEqualTo("5");
    stub.service.then(200, "{}");
    save();
    assertThat(stub.service.requests().getLast().header("If-match")).isEqualTo("\"2\"");
    assertThat(saved).hasValue(1);
  }

  @Test
  void savesCallTimes() {
    stub.service.then(200, "{}");
    write(OrderField.LOCAL_CALL_TIMES, "sat-sun 10:00-12:00");
    save();
    assertThat(stub.service.requests().getLast().body())
        .isEqualTo(
            "{\"scheduling\":{\"local_call_times\":[{\"days\":[\"sat\",\"sun\"],"
                + "\"from\":\"10:00\",\"to\":\"12:00\"}]}}");
  }
}
