package eu.callorders.console.steps;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.StatusStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import org.junit.jupiter.api.Test;
import org.kordamp.ikonli.javafx.FontIcon;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

@RobotTest
class StepsPaneTest {
  private static final String SHEET = "/eu/callorders/console/app/console.css";
  private static final int STEPS = 50;
  private static final String[] KINDS = {
    "{\"type\":\"wait\",\"after\":{\"min\":\"P2D\",\"max\":\"P3D\"},\"until\":{\"local_time\":\"10:00\"}}",
    "{\"type\":\"create_order\",\"order_type\":\"payment_reminder\",\"exit_when\":{\"summary_codes\":[\"disputed\",\"on_the_moon\"]},\"exit_reason\":\"handled,"
        + " see file\"}",
    "{\"type\":\"send_letter\",\"paper\":{\"size\":4,\"colour\":\"the colour of the house\"}}",
    "{}"
  };

  /** A step of each kind in turn, with names of maximum length. */
  private static JsonNode version() {
    ObjectNode version = Json.object();
    ArrayNode steps = version.putArray("steps");
    for (int i = 0; i < STEPS; i++) {
      ObjectNode step = (ObjectNode) Json.parse(KINDS[i % KINDS.length]).orElseThrow();
      steps.add(step.put("id", "step_" + i + "_" + "and_so_on_".repeat(5)));
    }
    return version;
  }

  private static SequenceSteps stepsOf(JsonNode version) {
    String step = version.path("steps").path(1).path("id").asText();
    JsonNode enrollment =
        Json.object()
            .put("status", "on_the_moon")
            .put("current_step_id", step)
            .put("ended_at", "not a time")
            .put("exit_reason", "unknown_reason_text");
    return SequenceSteps.withProgress(version, enrollment, List.of(), List.of());
  }

  private static List<String> truncated(StepsPane pane) {
    List<String> texts = new ArrayList<>();
    for (Node node : pane.lookupAll(".label")) {
      Label label = (Label) node;
      boolean narrow = !label.isWrapText() && label.getWidth() + 1 < label.prefWidth(-1);
      boolean low = label.getHeight() + 1 < label.prefHeight(label.getWidth());
      if (narrow || low) {
        texts.add(label.getText());
      }
    }
    return texts;
  }

  @Test
  void rendersFiftyStepsOfAnyKindWithoutTruncation() throws Exception {
    FxToolkit.registerPrimaryStage();
    for (double width : List.of(320.0, 700.0)) {
      WaitForAsyncUtils.waitForAsyncFx(
          60_000,
          () -> {
            StepsPane pane = new StepsPane();
            pane.show(stepsOf(version()), ignored -> {});
            ScrollPane scroll = new ScrollPane(pane);
            scroll.setFitToWidth(true);
            Scene scene = new Scene(scroll, width, 600);
            scene.getStylesheets().add(SHEET);
            scene.getRoot().applyCss();
            scene.getRoot().layout();
            Set<Node> steps = pane.lookupAll(".step");
            assertThat(steps).hasSize(STEPS);
            assertThat(pane.lookupAll(".step-stopped")).hasSize(1);
            assertThat(pane.getWidth()).isLessThanOrEqualTo(width);
            assertThat(truncated(pane)).isEmpty();
          });
    }
  }

  private static SequenceSteps runningSteps() {
    return SequenceSteps.withProgress(
        Json.parse(
                """
                {"steps": [{"id": "rest", "type": "wait"}, {"id": "call", "type": "create_order", "order_type": "t"},
                 {"id": "week", "type": "wait"},
                 {"id": "last", "type": "create_order", "order_type": "u"}]}
                """)
            .orElseThrow(),
        Json.parse(
                """
                {"status": "active", "current_step_id": "last", "next_action_at": "tomorrow",
                 "call_order_ids": ["ord_1", "ord_2"]}
                """)
            .orElseThrow(),
        List.of(
            Json.parse(
                    """
                    {"id": "ord_1", "status": "completed",
                     "result": {"summary_code": "no_answer_at_all"}}
                    """)
                .orElseThrow()),
        List.of(
            Json.parse(
                    """
                    {"type": "enrollment.step_started", "occurred_at": "yesterday",
                     "data": {"current_step_id": "last"}}
                    """)
                .orElseThrow()));
  }

  private static List<String> texts(Node step, String part) {
    return step.lookupAll(part).stream().map(it -> ((Labeled) it).getText()).toList();
  }

  @Test
  void showsTheProgressOfEachStepAndOpensItsOrder() throws Exception {
    Locale.setDefault(Locale.ENGLISH);
    FxToolkit.registerPrimaryStage();
    WaitForAsyncUtils.waitForAsyncFx(
        60_000,
        () -> {
          List<String> opened = new ArrayList<>();
          StepsPane pane = new StepsPane();
          pane.show(runningSteps(), opened::add);
          assertThat(pane.getChildren())
              .extracting(Node::getAccessibleText)
              .containsExactly(
                  "Step 1, rest: done",
                  "Step 2, call: done",
                  "Step 3, week: done",
                  "Step 4, last: now");
          assertThat(pane.lookupAll(".step-rail")).hasSize(3);
          assertThat(pane.getChildren().getLast().lookupAll(".step-rail")).isEmpty();
          Node called = pane.getChildren().get(1);
          assertThat(called.getStyleClass()).contains("step-done");
          assertThat(((FontIcon) called.lookup(".ikonli-font-icon")).getIconLiteral())
              .isEqualTo("fth-check");
          assertThat(texts(called, ".step-line"))
              .containsExactlyInAnyOrder("Call", "Order type t", "Completed: no answer at all");
          Node last = pane.getChildren().getLast();
          assertThat(texts(last, ".step-line"))
              .containsExactlyInAnyOrder("Call", "Order type u", "Started yesterday");
          assertThat(texts(last, ".step-next")).containsExactly("Next action tomorrow");
          assertThat(texts(last, ".status-badge")).containsExactly("now");
          assertThat(texts(last, ".step-mark .label")).containsExactly("4");
          ((Hyperlink) last.lookup(".order-link")).fire();
          assertThat(opened).containsExactly("ord_2");
        });
  }

  @Test
  void colorsADoneStepByTheOutcomeOfItsOrder() throws Exception {
    FxToolkit.registerPrimaryStage();
    WaitForAsyncUtils.waitForAsyncFx(
        60_000,
        () -> {
          StepsPane pane = new StepsPane();
          for (String code : List.of("technical_failure", "payment_promised", "sang_along")) {
            JsonNode order =
                Json.parse(
                        "{\"status\":\"completed\",\"result\":{\"summary_code\":\"%s\"}}"
                            .formatted(code))
                    .orElseThrow();
            StepState done =
                new StepState(
                    Json.object().put("type", "create_order"), StepProgress.DONE, "", "", order);
            StepState elapsed =
                new StepState(Json.object(), StepProgress.DONE, "", "", Json.object());
            pane.show(new SequenceSteps(List.of(done, elapsed)), ignored -> {});
            assertThat(pane.getChildren().getFirst().getStyleClass())
                .contains("tone-" + StatusStyle.of(code).key());
            assertThat(pane.getChildren().getLast().getStyleClass()).contains("tone-good");
          }
        });
  }

  @Test
  void rendersOnlyWhenTheStepsChange() throws Exception {
    FxToolkit.registerPrimaryStage();
    WaitForAsyncUtils.waitForAsyncFx(
        60_000,
        () -> {
          StepsPane pane = new StepsPane();
          pane.show(runningSteps(), ignored -> {});
          Node first = pane.getChildren().getFirst();
          pane.show(runningSteps(), ignored -> {});
          assertThat(pane.getChildren().getFirst()).isSameAs(first);
          pane.show(SequenceSteps.of(version()), ignored -> {});
          assertThat(pane.getChildren()).hasSize(STEPS);
          pane.show(stepsOf(version()), ignored -> {});
          assertThat(pane.lookupAll(".status-badge-warning")).hasSize(1);
        });
  }
}
