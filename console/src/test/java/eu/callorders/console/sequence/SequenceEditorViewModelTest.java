package eu.callorders.console.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SequenceEditorViewModelTest {
  private static final String VERSION =
      """
      {"version": %d, "status": "active",
       "trigger": {"signal_type": "%s", "enrollment_policy": "one_active_per_subject"},
       "exit_conditions": [{"type": "do_not_call"}],
       "steps": [{"id": "pause", "type": "wait", "after": {"min": "%s"}},
        {"id": "call", "type": "create_order", "order_type": "payment_reminder"}]}
      """;
  private static final String SEQUENCE =
      "{\"id\": \"seq_1\", \"key\": \"k\", \"title\": \"Dunning\", \"versions\": [%s]}";
  private static final Transport.Timeouts SHORT =
      new Transport.Timeouts(
          Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(1), Duration.ZERO);

  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final List<JsonNode> saved = new ArrayList<>();
  private SequenceEditorViewModel model;

  @BeforeEach
  void start() {
    Locale.setDefault(Locale.ENGLISH);
    model =
        new SequenceEditorViewModel(
            background,
            new Session(
                "s",
                "sandbox",
                "tn_1",
                MissingNode.getInstance(),
                Set.of(Scope.CONFIG_WRITE),
                ApiClient.administration(new Transport(SHORT), service.address(), "token"),
                Optional.empty(),
                new ConnectionStatus()),
            StepFormats.of(Texts.of(SequenceEditorViewModel.class)),
            saved::add);
  }

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static JsonNode json(String text) {
    return Json.parse(text).orElseThrow();
  }

  private static String version(int number, String signal, String wait) {
    return VERSION.formatted(number, signal, wait);
  }

  private static String sequence(String... versions) {
    return SEQUENCE.formatted(String.join(",", versions));
  }

  private void edit() {
    JsonNode shown = json(sequence(version(1, "invoice.overdue", "P2D")));
    model.edit(shown, Versions.inUse(shown));
  }

  private void write(SequenceField field, String text) {
    model.form.value(field).set(text);
  }

  private StepForm step(int index) {
    return model.steps.forms().get(index);
  }

  private FakeService.RecordedRequest lastRequest() {
    return service.requests().getLast();
  }

  @Test
  void createsASequence() {
    model.create();
    assertThat(model.unsaved.get()).isFalse();
    write(SequenceField.KEY, "dunning");
    write(SequenceField.TITLE, "Dunning");
    write(SequenceField.SIGNAL_TYPE, "invoice.overdue");
    write(SequenceField.EXITS, "person reached");
    model.steps.add(StepForm.WAIT).value(StepField.AFTER_MIN).set("2 days");
    model.steps.add(StepForm.CALL).value(StepField.ORDER_TYPE).set("payment_reminder");
    assertThat(model.unsaved.get()).isTrue();
    service.then(201, sequence(version(1, "invoice.overdue", "P2D")));
    model.save();
    uiExecutor.runNext();
    assertThat(lastRequest().method() + " " + lastRequest().target())
        .isEqualTo("POST /v1/sequences");
    assertThat(json(lastRequest().body()))
        .isEqualTo(
            json(
                """
                {"key": "dunning", "title": "Dunning",
                 "trigger": {"signal_type": "invoice.overdue"},
                 "exit_conditions": [{"type": "subject_reached"}],
                 "steps": [{"id": "wait_1", "type": "wait", "after": {"min": "P2D"}},
                  {"id": "call_1", "type": "create_order", "order_type": "payment_reminder"}]}
                """));
    assertThat(saved).extracting(it -> it.path("id").asText()).containsExactly("seq_1");
    assertThat(model.unsaved.get()).isFalse();
  }

  @Test
  void addsAVersionWithoutKeyAndTitle() {
    edit();
    assertThat(model.unsaved.get()).isFalse();
    step(0).value(StepField.AFTER_MIN).set("5 days");
    service
        .then(200, sequence(version(1, "invoice.overdue", "P2D")))
        .then(201, sequence(version(1, "invoice.overdue", "P2D"), version(2, "x.y", "P5D")));
    model.save();
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(service.requests())
        .extracting(request -> request.method() + " " + request.target())
        .containsExactly("GET /v1/sequences/seq_1", "POST /v1/sequences/seq_1/versions");
    assertThat(json(lastRequest().body()))
        .isEqualTo(
            json(
                """
                {"trigger": {"signal_type": "invoice.overdue",
                  "enrollment_policy": "one_active_per_subject"},
                 "exit_conditions": [{"type": "do_not_call"}],
                 "steps": [{"id": "pause", "type": "wait", "after": {"min": "P5D"}},
                  {"id": "call", "type": "create_order", "order_type": "payment_reminder"}]}
                """));
    assertThat(saved).hasSize(1);
  }

  @Test
  void savesNothingWhenAnotherUserHasAddedAVersion() {
    edit();
    step(0).value(StepField.AFTER_MIN).set("5 days");
    String second = version(2, "invoice.late", "P2D");
    service.then(200, sequence(version(1, "invoice.overdue", "P2D"), second));
    model.save();
    uiExecutor.runNext();
    assertThat(service.requests()).hasSize(1);
    assertThat(model.changes())
        .containsExactly(
            new SequenceEditorViewModel.NewVersion(
                2, new VersionChanges(List.of(), List.of(), List.of(), false, true, false)));
    assertThat(model.busy().get()).isFalse();
    assertThat(step(0).text(StepField.AFTER_MIN)).isEqualTo("5 days");
    model.save(); // not before the operator continues
    assertThat(service.requests()).hasSize(1);
    model.reload();
    assertThat(model.changes()).isEmpty();
    assertThat(model.form.text(SequenceField.SIGNAL_TYPE)).isEqualTo("invoice.late");
    assertThat(step(0).text(StepField.AFTER_MIN)).isEqualTo("5 days");
    service
        .then(200, sequence(version(1, "invoice.overdue", "P2D"), second))
        .then(201, sequence(second, version(3, "invoice.late", "P5D")));
    model.save();
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(json(lastRequest().body()).at("/trigger/signal_type").asText())
        .isEqualTo("invoice.late");
    assertThat(json(lastRequest().body()).at("/steps/0/after/min").asText()).isEqualTo("P5D");
  }

  @Test
  void untouchedStepsFollowTheNewestVersion() {
    edit();
    write(SequenceField.SIGNAL_TYPE, "invoice.mine");
    service.then(
        200, sequence(version(1, "invoice.overdue", "P2D"), version(2, "invoice.late", "P9D")));
    model.save();
    uiExecutor.runNext();
    model.reload();
    assertThat(model.form.text(SequenceField.SIGNAL_TYPE)).isEqualTo("invoice.mine");
    assertThat(step(0).text(StepField.AFTER_MIN)).isEqualTo("9 days");
  }

  @Test
  void sendsTheSameRequestAgainWhenTheResponseIsLost() {
    edit();
    step(0).value(StepField.AFTER_MIN).set("5 days");
    service
        .then(200, sequence(version(1, "invoice.overdue", "P2D")))
        .then(429, Map.of("Retry-After", "1"), "{\"code\":\"rate_limited\"}");
    model.save();
    uiExecutor.runUntil(() -> model.outcomeUnknown().get());
    assertThat(model.failure().get()).isNotNull();
    assertThat(model.unsaved.get()).isTrue();
    FakeService.RecordedRequest lost = lastRequest();
    service.then(201, sequence(version(2, "invoice.overdue", "P5D")));
    model.save();
    uiExecutor.runUntil(() -> !saved.isEmpty());
    assertThat(lastRequest().header("Idempotency-key")).isEqualTo(lost.header("Idempotency-key"));
    assertThat(lastRequest().body()).isEqualTo(lost.body());
    assertThat(model.outcomeUnknown().get()).isFalse();
  }

  @Test
  void placesErrorsAtStepsAndFields() {
    edit();
    write(SequenceField.SIGNAL_TYPE, "overdue");
    service
        .then(200, sequence(version(1, "invoice.overdue", "P2D")))
        .then(
            422,
            """
            {"code": "validation_failed", "errors": [
              {"pointer": "/trigger/signal_type", "code": "pattern", "message": "p"},
              {"pointer": "/steps/1/order_type", "code": "min_length", "message": "m"}]}
            """);
    model.save();
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(model.failure().get()).isNull();
    assertThat(model.form.error(SequenceField.SIGNAL_TYPE).get()).isNotEmpty();
    assertThat(step(1).error(StepField.ORDER_TYPE).get()).isNotEmpty();
    assertThat(step(0).firstInvalid()).isEmpty();
  }

  @Test
  void showsErrorsWithoutField() {
    edit();
    write(SequenceField.SIGNAL_TYPE, "invoice.other");
    service
        .then(200, sequence(version(1, "invoice.overdue", "P2D")))
        .then(
            422,
            """
            {"code": "validation_failed", "errors": [
              {"pointer": "/steps/9/id", "code": "pattern", "message": "p"}]}
            """);
    model.save();
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(model.failure().get()).isInstanceOf(Failure.Refused.class);
  }

  @Test
  void sendsNothingThatIsUnreadable() {
    edit();
    step(0).value(StepField.AFTER_MIN).set("soon");
    model.save();
    assertThat(service.requests()).isEmpty();
    assertThat(step(0).firstInvalid()).contains(StepField.AFTER_MIN);
    assertThat(model.busy().get()).isFalse();
  }

  @Test
  void draftFollowsTheInput() {
    edit();
    step(1).value(StepField.MAX_ATTEMPTS).set("2");
    model.steps.move(step(0), 1);
    assertThat(model.draft.get().at("/steps/0/scheduling/max_attempts").asInt()).isEqualTo(2);
    assertThat(model.draft.get().at("/steps/1/id").asText()).isEqualTo("pause");
    model.discard();
    assertThat(model.draft.get().path("steps")).isEmpty();
    assertThat(model.unsaved.get()).isFalse();
  }
}
