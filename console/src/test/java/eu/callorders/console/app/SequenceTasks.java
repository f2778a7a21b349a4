package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Json;
import eu.callorders.console.app.OperatorTask.Effort;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;

/** Tasks with sequences; each returns what it takes. */
final class SequenceTasks {
  private static final String SEQUENCE =
      """
      {"key": "dunning", "title": "Dunning", "trigger": {"signal_type": "invoice.overdue"},
       "steps": [
         {"id": "pause", "type": "wait", "after": {"min": "P2D"}},
         {"id": "call", "type": "create_order", "order_type": "payment_reminder"}]}
      """;

  private final TaskSetting setting;

  SequenceTasks(TaskSetting setting) {
    this.setting = setting;
  }

  /** Waits five days in place of two, and sees the day of the call before saving. */
  Effort editASequence() throws Exception {
    TestRegistration tenant = setting.tenant();
    ApiClient api = tenant.api();
    String id =
        api.post("/v1/sequences", Json.parse(SEQUENCE).orElseThrow()).body().path("id").asText();
    api.post("/v1/sequences/" + id + "/versions/1/activate", MissingNode.getInstance());
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.press(KeyCode.CONTROL, KeyCode.DIGIT4);
      operator.click(operator.row("#sequences", id));
      operator.click("#edit-sequence");
      operator.await(() -> operator.exists("#calendar .calendar-dialed"));
      String before = operator.text("#calendar");
      operator.click("#field-after_min");
      operator.press(KeyCode.CONTROL, KeyCode.A);
      operator.write("5d");
      TextField wait = operator.find("#field-after_min");
      assertThat(wait.getText()).isEqualTo("5d");
      operator.await(
          () ->
              operator.exists("#calendar .calendar-dialed")
                  && !operator.text("#calendar").equals(before));
      operator.press(KeyCode.CONTROL, KeyCode.ENTER);
      operator.await(() -> !operator.exists("#sequence-editor"));
      JsonNode versions = api.get("/v1/sequences/" + id).body().path("versions");
      assertThat(versions).hasSize(2);
      assertThat(versions.path(1).at("/steps/0/after/min").asText()).isEqualTo("P5D");
      assertThat(versions.path(1).path("status").asText()).isEqualTo("draft");
      return operator.effort();
    }
  }
}
