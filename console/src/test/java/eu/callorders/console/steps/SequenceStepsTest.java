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
    return SequenceSteps.climbed(VERSION, json(enrollment), List.of(), List.of()).rungs().stream()
        .map(StepState::progress)
        .toList();
  }

  @Test
  void marksDoneCurrentAndLaterSteps() {
    assertThat(progress("{\"status\":\"active\",\"current_step_id\":\"week\"}"))
        .containsExactly(
            StepProgress.DONE, StepProgress.DONE, StepProgress.CURRENT, StepProgress.AHEAD);
    assertThat(progress("{\"status\":\"paused\",\"current_step_id\":\"rest\"}"))
        .containsExactly(
            StepProgress.PAUSED, StepProgress.AHEAD, StepProgress.AHEAD, StepProgress.AHEAD);
  }

  @Test
  void marksStepWhereEnrollmentEnded() {
    String ended =
        "{\"status\":\"%s\",\"current_step_id\":\"%s\",\"exit_reason\":%s,"
            + "\"ended_at\":\"2026-11-20T10:00:00.000Z\"}";
    assertThat(progress(ended.formatted("exited", "call", "\"settled\"")))
        .containsExactly(
            StepProgress.DONE, StepProgress.STOPPED, StepProgress.LEFT_OUT, StepProgress.LEFT_OUT);
    assertThat(progress(ended.formatted("completed", "week", "\"skipped:do_not_call\"")))
        .containsExactly(
            StepProgress.DONE, StepProgress.DONE, StepProgress.STOPPED, StepProgress.LEFT_OUT);
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
    assertThat(SequenceSteps.climbed(VERSION, enrollment, List.of(order), List.of()).rungs())
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
        SequenceSteps.climbed(VERSION, enrollment, List.of(), List.of(event)).rungs();
    assertThat(states).extracting(StepState::began).startsWith("2026-11-20T10:00:00.000Z", "");
    assertThat(states).extracting(StepState::next).startsWith("", "2026-11-22T10:00:00.000Z", "");
  }

  @Test
  void showsNoNextActionWhilePaused() {
    JsonNode enrollment =
        json(
            """
            {"status": "paused", "current_step_id": "call",
             "next_action_at": "2026-11-22T10:00:00.000Z"}
            """);
    assertThat(SequenceSteps.climbed(VERSION, enrollment, List.of(), List.of()).rungs())
        .extracting(StepState::next)
        .containsOnly("");
  }

  @Test
  void showsNoProgressForUnknownStep() {
    assertThat(progress("{\"status\":\"active\",\"current_step_id\":\"moon\"}"))
        .containsOnly(StepProgress.NOBODY);
  }

  @Test
  void usesFirstStartOfStepOnly() {
    String event =
        "{\"type\":\"enrollment.%s\",\"occurred_at\":\"%s\",\"data\":{\"current_step_id\":\"%s\"}}";
    List<StepState> states =
        SequenceSteps.climbed(
                VERSION,
                json("{\"status\":\"active\",\"current_step_id\":\"call\"}"),
                List.of(),
                List.of(
                    json(event.formatted("paused", "one", "rest")),
                    json(event.formatted("step_started", "two", "rest")),
                    json(event.formatted("step_started", "three", "rest"))))
            .rungs();
    assertThat(states).extracting(StepState::began).containsExactly("two", "", "", "");
  }

  @Test
  void hasTextForEveryProgress() {
    Texts texts = Texts.beside(SequenceSteps.class);
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
    assertThat(SequenceSteps.climbed(version, enrollment, List.of(), List.of()).rungs())
        .extracting(state -> state.order().path("id").asText())
        .containsExactly("", "ord_1");
  }
}
