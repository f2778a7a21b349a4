package eu.callorders.console.app;

import eu.callorders.console.api.AdminRole;
import java.util.List;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TabPane;
import javafx.stage.Window;
import javafx.stage.WindowEvent;

/** The dialogs of the administration. */
final class AdminDialogs {
  private static final int TENANTS = 1;
  private static final int CALLS = 3;
  private static final int OPERATORS = 4;
  private static final String REGISTRATIONS = "/admin/v1/tenants/tn_1/registrations";

  private AdminDialogs() {}

  static List<DialogCase> all(DialogService service) {
    return Stream.of(halts(), tenants(service), operators(service)).flatMap(List::stream).toList();
  }

  private static List<DialogCase> halts() {
    return List.of(
        new DialogCase(
            "admin/halt",
            console -> console.press("#header-halt"),
            "POST /admin/v1/dialing/halt {\"tenant_id\":\"tn_1\",\"reason\":\"PRESET\"}"),
        DialogCase.of(
            "admin/resume",
            "administration",
            "#halts",
            "hlt_1",
            "#resume-dialing",
            "POST /admin/v1/dialing/resume {\"country\":\"AT\",\"reason\":\"PRESET\"}"));
  }

  private static DialogCase registration(String action, String change, String... buttons) {
    return new DialogCase(
        "admin/" + action,
        console -> {
          openTenant(console);
          DialogCase.select(console, "#registrations", "cli_1");
          List.of(buttons).forEach(console::press);
        },
        change);
  }

  static void openTenant(ConsoleFixture console) {
    openTab(console, TENANTS);
    DialogCase.select(console, "#tenants", "tn_1");
  }

  private static void changeRetention(ConsoleFixture console) {
    String retention = "#setting-transcript-retention";
    openTenant(console);
    if (console.robot().lookup(retention).tryQuery().isEmpty()) {
      console.press("#edit-tenant");
    }
    console.type(retention, "P10D");
  }

  private static void openCalls(ConsoleFixture console) {
    openTab(console, CALLS);
    DialogCase.select(console, "#running-calls", "call_1");
  }

  private static void openTab(ConsoleFixture console, int tab) {
    console.open("administration");
    TabPane tabs = console.find("#admin-tabs");
    console.runAndWait(() -> tabs.getSelectionModel().select(tab));
  }

  static void openOperators(ConsoleFixture console) {
    openTab(console, OPERATORS);
  }

  private static DialogCase operator(String action, String button, String change) {
    return new DialogCase(
        "admin/" + action,
        console -> {
          openOperators(console);
          DialogCase.select(console, "#operators", "opr_1");
          console.press(button);
        },
        change);
  }

  private static void createOperator(ConsoleFixture console) {
    openOperators(console);
    console.press("#create-operator");
    console.type("#operator-name", "Bo Beispiel");
  }

  /** The action is disabled with the role that the operator has. */
  private static void chooseAnotherRole(ConsoleFixture console) {
    openOperators(console);
    DialogCase.select(console, "#operators", "opr_1");
    console.press("#change-role");
    ComboBox<AdminRole> role = console.find("#operator-role-dialog #operator-role");
    console.runAndWait(() -> role.setValue(AdminRole.ADMINISTER));
  }

  private static List<DialogCase> operators(DialogService service) {
    String operator = "PATCH " + DialogService.OPERATORS + "/opr_1 ";
    String creation = "POST " + DialogService.OPERATORS;
    return List.of(
        new DialogCase(
            "admin/operator.create",
            AdminDialogs::createOperator,
            creation + " {\"name\":\"Bo Beispiel\",\"role\":\"read\"}"),
        new DialogCase(
            "admin/operator.role",
            AdminDialogs::chooseAnotherRole,
            operator + "{\"role\":\"administer\"}"),
        operator("operator.disable", "#disable-operator", operator + "{\"disabled\":true}"),
        new DialogCase("admin/token", console -> issueToken(console, service), ""),
        new DialogCase("ui/secret.close", console -> closeToken(console, service), ""));
  }

  private static void issueToken(ConsoleFixture console, DialogService service) {
    service.service.fixed(
        "POST " + DialogService.OPERATORS, 201, "{\"name\":\"Bo\",\"token\":\"opt_1\"}");
    createOperator(console);
    console.press("#operator-create-dialog #dialog-accept");
  }

  /** The token stays when the question is declined. */
  private static void closeToken(ConsoleFixture console, DialogService service) {
    if (console.robot().lookup("#token-dialog").tryQuery().isEmpty()) {
      issueToken(console, service);
    }
    Node token = console.find("#token-dialog");
    Platform.runLater(
        () -> {
          Window window = token.getScene().getWindow();
          window.fireEvent(new WindowEvent(window, WindowEvent.WINDOW_CLOSE_REQUEST));
        });
  }

  private static void rotatePredialSecret(ConsoleFixture console) {
    openTenant(console);
    console.press("#edit-tenant");
    console.press("#rotate-predial-secret");
  }

  private static List<DialogCase> tenants(DialogService service) {
    String rotation = "POST /admin/v1/tenants/tn_1/predial-check/rotate-secret";
    return List.of(
        new DialogCase(
            "admin/hangup",
            console -> {
              openCalls(console);
              console.press("#hang-up");
            },
            "POST /admin/v1/tenants/tn_1/calls/call_1/hangup {\"reason\":\"PRESET\"}"),
        new DialogCase("admin/predial.rotate", AdminDialogs::rotatePredialSecret, rotation),
        new DialogCase(
            "admin/predial.secret",
            console -> {
              service.service.fixed(rotation, 200, "{\"secret\":\"whsec_1\"}");
              rotatePredialSecret(console);
              console.press("#predial-rotate-dialog #dialog-accept");
            },
            ""),
        new DialogCase(
            "admin/tenant.disable",
            console -> {
              openTenant(console);
              console.press("#disable-tenant");
            },
            "PATCH /admin/v1/tenants/tn_1 {\"disabled\":true}"),
        registration(
            "registration.disable",
            "PATCH " + REGISTRATIONS + "/cli_1 {\"disabled\":true}",
            "#disable-registration"),
        registration(
            "secret.revoke",
            "DELETE " + REGISTRATIONS + "/cli_1/secrets/sec_1?revoke_tokens=true",
            "#edit-registration",
            "#revoke-secret"),
        registration("secret", "", "#edit-registration", "#create-secret"),
        new DialogCase(
            "admin/retention",
            console -> {
              changeRetention(console);
              console.press("#settings-save");
            },
            "PATCH /admin/v1/tenants/tn_1 {\"retention\":"),
        new DialogCase(
            "admin/discard",
            console -> {
              changeRetention(console);
              console.press("#edit-tenant");
            },
            ""));
  }
}
