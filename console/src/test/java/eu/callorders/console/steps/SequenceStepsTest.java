package eu.callorders.console.steps;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import java.util.List;
import org.junit.jupiter.api.Test;

class SequenceStepsTest {
  private static final JsonNode VERSION =
      json(
          """
          {"steps": [{"id": "rest", "type": "wait"}, {"id": "call", "type": "create_order"},
           {"id": "week", "type": "wait"}, {"id": "last", "type": "create_order"}]}
          """);

  private static JsonNode json(String text) {
    return Json.parse(text).orElseThrow();
  }

  private static List<StepProgress> progress(String enrollment) {
    return SequenceSteps.withProgress(VERSION, json(enrollment), List.of(), List.of())
        .steps()
        .stream()
        .map(StepState::progress)
        .toList();
  }

  @Test
  void marksDoneCurrentAndLaterSteps() {
    assertThat(progress("{\"status\":\"active\",\"current_step_id\":\"week\"}"))
        .containsExactly(
            StepProgress.DONE, StepProgress.DONE, StepProgress.CURRENT, StepProgress.PENDING);
    assertThat(progress("{\"status\":\"paused\",\"current_step_id\":\"rest\"}"))
        .containsExactly(
            StepProgress.PAUSED, StepProgress.PENDING, StepProgress.PENDING, StepProgress.PENDING);
  }

  @Test
  void marksStepWhereEnrollmentEnded() {
    String ended =
        "{\"status\":\"%s\",\"current_step_id\":\"%s\",\"exit_reason\":%s,"
            + "\"ended_at\":\"2026-11-20T10:00:00.000Z\"}";
    assertThat(progress(ended.formatted("exited", "call", "\"settled\"")))
        .containsExactly(
            StepProgress.DONE, StepProgress.STOPPED, StepProgress.SKIPPED, StepProgress.SKIPPED);
    assertThat(progress(ended.formatted("completed", "week", "\"skipped:do_not_call\"")))
        .containsExactly(
            StepProgress.DONE, StepProgress.DONE, StepProgress.STOPPED, StepProgress.SKIPPED);
    assertThat(progress(ended.formatted("completed", "last", "null")))
        .containsOnly(StepProgress.DONE);
  }

  @Test
  void assignsOrdersToTheirSteps() {
    JsonNode enrollment =
        json(
            """
            {"status": "active", "current_step_id": "last", "call_order_ids": ["ord_1", "ord_2"]}
            """);
    JsonNode order = json("{\"id\":\"ord_2\",\"status\":\"scheduled\"}");
    assertThat(SequenceSteps.withProgress(VERSION, enrollment, List.of(order), List.of()).steps())
        .extracting(
            state -> state.order().path("id").asText() + state.order().path("status").asText())
        .containsExactly("", "ord_1", "", "ord_2scheduled");
  }

  @Test
  void showsStepStartsAndNextAction() {
    JsonNode enrollment =
        json(
            """
            {"status": "active", "current_step_id": "call",
             "next_action_at": "2026-11-22T10:00:00.000Z"}
            """);
    JsonNode event =
        json(
            """
            {"type": "enrollment.step_started", "occurred_at": "2026-11-20T10:00:00.000Z",
             "data": {"current_step_id": "rest"}}
            """);
    List<StepState> states =
        SequenceSteps.withProgress(VERSION, enrollment, List.of(), List.of(event)).steps();
    assertThat(states).extracting(StepState::startedAt).startsWith("2026-11-20T10:00:00.000Z", "");
    assertThat(states)
        .extracting(StepState::nextActionAt)
        .startsWith("", "2026-11-22T10:00:00.000Z", "");
  }

  @Test
  void showsNoNextActionWhilePaused() {
    JsonNode enrollment =
        json(
            """
            {"status": "paused", "current_step_id": "call",
             "next_action_at": "2026-11-22T10:00:00.000Z"}
            """);
    assertThat(SequenceSteps.withProgress(VERSION, enrollment, List.of(), List.of()).steps())
        .extracting(StepState::nextActionAt)
        .containsOnly("");
  }

  @Test
  void showsNoProgressForUnknownStep() {
    assertThat(progress("{\"status\":\"active\",\"current_step_id\":\"moon\"}"))
        .containsOnly(StepProgress.NOT_STARTED);
  }

  @Test
  void usesFirstStartOfStepOnly() {
    String event =
        "{\"type\":\"enrollment.%s\",\"occurred_at\":\"%s\",\"data\":{\"current_step_id\":\"%s\"}}";
    List<StepState> states =
        SequenceSteps.withProgress(
                VERSION,
                json("{\"status\":\"active\",\"current_step_id\":\"call\"}"),
                List.of(),
                List.of(
                    json(event.formatted("paused", "one", "rest")),
                    json(event.formatted("step_started", "two", "rest")),
                    json(event.formatted("step_started", "three", "rest"))))
            .steps();
    assertThat(states).extracting(StepState::startedAt).containsExactly("two", "", "", "");
  }

  @Test
  void hasTextForEveryProgress() {
    Texts texts = Texts.of(SequenceSteps.class);
    assertThat(StepProgress.values())
        .allSatisfy(it -> assertThat(texts.bundle().containsKey("progress." + it.key())).isTrue());
  }

  @Test
  void marksStepOfCanceledEnrollmentAsStopped() {
    assertThat(
            progress(
                "{\"status\":\"canceled\",\"current_step_id\":\"rest\",\"exit_reason\":null,"
                    + "\"ended_at\":\"2026-11-20T10:00:00.000Z\"}"))
        .startsWith(StepProgress.STOPPED);
  }

  @Test
  void assignsNoOrderToUnknownStepType() {
    JsonNode version =
        json(
            """
            {"steps": [{"id": "letter", "type": "send_letter"},
             {"id": "call", "type": "create_order"}]}
            """);
    JsonNode enrollment =
        json(
            """
            {"status": "active", "current_step_id": "call", "call_order_ids": ["ord_1"]}
            """);
    assertThat(SequenceSteps.withProgress(version, enrollment, List.of(), List.of()).steps())
        .extracting(state -> state.order().path("id").asText())
        .containsExactly("", "ord_1");
  }
}
