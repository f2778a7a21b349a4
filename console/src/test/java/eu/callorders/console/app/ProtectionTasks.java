package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.app.OperatorTask.Effort;
import java.util.List;
import javafx.scene.control.ComboBox;
import javafx.scene.input.KeyCode;

/** Tasks with holds and evidence; each returns what it takes. */
final class ProtectionTasks {
  private final TaskSetting setting;

  ProtectionTasks(TaskSetting setting) {
    this.setting = setting;
  }

  /** From an order about the claim, which the dialog names already. */
  Effort putAHoldOnAClaim() throws Exception {
    TestRegistration tenant = setting.tenant();
    tenant.orderAboutClaim("debtor-1", "AZ-1");
    String id = tenant.orderAboutClaim("debtor-1", "AZ-2");
    try (OperatorRobot operator = setting.start(tenant)) {
      operator.click(operator.row("#orders", id));
      operator.click("#hold-person");
      ComboBox<?> reason = operator.find("#place-dialog #hold-reason");
      operator.await(reason::isFocused);
      operator.press(KeyCode.DOWN);
      operator.click("#place-dialog #dialog-accept");
      operator.await(() -> !operator.exists("#place-dialog"));
      List<JsonNode> holds = tenant.api().page("/v1/holds", Query.none(), "").rows();
      assertThat(holds)
          .singleElement()
          .satisfies(
              hold -> {
                assertThat(hold.path("subject_reference").asText()).isEqualTo("debtor-1");
                assertThat(hold.at("/claim/case_number").asText()).isEqualTo("AZ-2");
                assertThat(hold.path("reason").asText()).isEqualTo("disputed");
              });
      return operator.effort();
    }
  }

  /** By the clock of the demo's tenant, which the sandbox has moved to calling hours. */
  Effort lookAtTheEvidenceOfACall() throws Exception {
    TestRegistration client = TestRegistration.with(setting.sandbox(), List.of(Scope.values()));
    String person = "evidence-" + setting.language();
    String id = setting.sandbox().order(person, "21");
    setting.await(
        () ->
            client
                .api()
                .get("/v1/call-orders/" + id)
                .body()
                .path("status")
                .asText()
                .equals("completed"));
    try (OperatorRobot operator = setting.start(client)) {
      operator.click(operator.row("#orders", id));
      operator.awaitText(".detail #person", person);
      operator.click("#calls-tab");
      operator.click("#read-evidence");
      operator.await(() -> operator.exists("#evidence .properties"));
      return operator.effort();
    }
  }
}
