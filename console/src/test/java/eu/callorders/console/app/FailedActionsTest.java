package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A failure names the row of its action, and is shown though another row is selected meanwhile. */
@RobotTest
@Tag("long")
class FailedActionsTest {
  private static final String REFUSED = "{\"status\":403,\"code\":\"insufficient_scope\"}";
  private static final String CALLED =
      """
      {"id":"ord_1","status":"completed","subject":{"reference":"debtor-1"},
       "calls":[{"id":"call_1","attempt_number":1,"disposition":"answered",
         "ended_at":"2026-11-20T10:02:00.000Z"}]}
      """;
  private static final String PANE = "#failed-actions";

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  private static List<String> titles(ConsoleFixture console, String parent) {
    return console.robot().lookup(parent + " .error-title").<Label>queryAll().stream()
        .filter(title -> title.getParent().isVisible())
        .map(Label::getText)
        .toList();
  }

  /** Opens another row, or closes the detail where there is no other one. */
  private static void leave(ConsoleFixture console, String table, String other) {
    if (other == null) {
      console.runAndWait(console.<TableView<?>>find(table)::requestFocus);
      console.robot().push(KeyCode.ESCAPE);
      console.await(() -> console.robot().lookup(".detail").<Node>tryQuery().isEmpty());
    } else {
      DialogCase.select(console, table, other);
      TextField id = console.find(".detail #id");
      console.await(() -> id.getText().equals(other) || id.getText().isEmpty());
    }
  }

  private static void assertNamed(ConsoleFixture console, String name) {
    console.await(() -> !titles(console, PANE).isEmpty());
    assertThat(titles(console, PANE))
        .singleElement()
        .satisfies(title -> assertThat(title).startsWith(name + ": "));
    assertThat(titles(console, ".detail")).as("at another resource").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "order/cancel, #orders, ord_2, debtor-1 (ord_1)",
    "enrollment/pause, #enrollments, enr_2, enr_1",
    "enrollment/cancel, #enrollments,, enr_1",
    "sequence/archive, #sequences,, Dunning",
    "sequence/activate, #sequences,, Dunning",
    "subject/erase, #subjects,, debtor-1",
    "subject/data.export, #subjects,, debtor-1",
    "webhook/rotate, #webhooks,, https://hooks.example/calls",
    "webhook/disable, #webhooks,, https://hooks.example/calls",
    "webhook/delete, #webhooks,, https://hooks.example/calls",
    "webhook/resend, #deliveries, whd_3, call.ended · hooks.example/calls (whd_1)"
  })
  void areShownThoughAnotherRowIsSelected(String name, String table, String other, String target)
      throws Exception {
    service.service.fixed("GET /admin/v1/tenants/tn_1/subjects/debtor-1", 403, REFUSED);
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      console.files = (chooser, owner) -> Optional.of(home.resolve("file"));
      DialogCase dialog = DialogCase.named(service, name);
      dialog.show(console);
      console.await(() -> !console.find(dialog.pane() + " #dialog-accept").isDisabled());
      service.service.freeze();
      dialog.acceptAndClose(console);
      leave(console, table, other);
      assertThat(console.find(PANE).isVisible()).isFalse();
      service.service.thaw();
      assertNamed(console, target);
      assertThat(AccessibleNames.missing(console)).isEmpty();
      console.runAndWait(console.<Button>find(PANE + " .button")::fire);
      assertThat(console.find(PANE).isVisible()).isFalse();
    }
  }

  /** Presses a button of the shown order, whose response arrives while another one is shown. */
  private void assertNamedAfterLeaving(ConsoleFixture console, String button, String name) {
    service.service.freeze();
    console.press(button);
    leave(console, "#orders", "ord_2");
    service.service.thaw();
    assertNamed(console, name);
  }

  @Test
  void areShownOfAReportThoughAnotherOrderIsSelected() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      console.files = (chooser, owner) -> Optional.of(home.resolve("report.html"));
      console.open("orders");
      DialogCase.select(console, "#orders", "ord_1");
      console.await(() -> !console.find("#report").isDisabled());
      service.service.fixed("GET /v1/call-orders/ord_1", 403, REFUSED);
      assertNamedAfterLeaving(console, "#report", "debtor-1 (ord_1)");
    }
  }

  @Test
  void areShownOfAFileOfEvidenceThoughAnotherOrderIsSelected() throws Exception {
    String evidence = "GET /v1/calls/call_1/evidence";
    service.service.fixed("GET /v1/call-orders/ord_1", 200, CALLED);
    service.service.fixed(evidence, 200, "{\"jws\":\"a.b.c\"}");
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      console.files = (chooser, owner) -> Optional.of(home.resolve("call_1.html"));
      console.open("orders");
      DialogCase.select(console, "#orders", "ord_1");
      console.press("#read-evidence");
      console.await(() -> !console.find("#evidence-page").isDisabled());
      service.service.fixed(evidence, 403, REFUSED);
      assertNamedAfterLeaving(console, "#evidence-page", "debtor-1 (call_1)");
    }
  }

  @Test
  void areShownOfAChangedEndpointThoughItsFormIsLeft() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      console.open("webhooks");
      DialogCase.select(console, "#webhooks", "whe_1");
      console.await(() -> !console.find("#edit-endpoint").isDisabled());
      console.press("#edit-endpoint");
      console.type("#endpoint-description", "Cases");
      service.service.freeze();
      console.press("#save-endpoint");
      console.press("#new-endpoint");
      service.service.thaw();
      assertNamed(console, "https://hooks.example/calls");
    }
  }

  @Test
  void areShownAboveTheFormOfANewOrder() throws Exception {
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      DialogCase dialog = DialogCase.named(service, "order/cancel");
      dialog.show(console);
      service.service.freeze();
      dialog.acceptAndClose(console);
      console.press("#newOrder");
      service.service.thaw();
      assertNamed(console, "debtor-1 (ord_1)");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "hold/release, debtor-1",
    "suppression/remove, +493023125001",
    "admin/hangup, debtor-1",
    "admin/predial.rotate, Acme",
    "admin/tenant.disable, Acme",
    "admin/registration.disable, App",
    "admin/secret.revoke, App",
    "admin/operator.disable, Ada Example"
  })
  void nameTheRowAboveTheList(String name, String target) throws Exception {
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      DialogCase dialog = DialogCase.named(service, name);
      DialogPane pane = dialog.show(console);
      console.runAndWait(
          () -> {
            if (pane.lookup("#dialog-reason") instanceof TextField reason) {
              reason.setText("test");
            }
          });
      console.press(dialog.pane() + " #dialog-accept");
      console.await(
          () ->
              titles(console, "#content").stream()
                  .anyMatch(title -> title.startsWith(target + ": ")));
    }
  }
}
