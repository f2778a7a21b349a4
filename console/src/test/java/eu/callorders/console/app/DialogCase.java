package eu.callorders.console.app;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;

/**
 * A dialog of the console.
 *
 * @param name package and action
 * @param open what an operator does to open it
 * @param change the beginning of the request that the action sends; empty for none
 */
record DialogCase(String name, Consumer<ConsoleFixture> open, String change) {
  private static final int TENANTS = 1;
  private static final int CALLS = 3;
  private static final String ENDPOINT = "/v1/webhook-endpoints/whe_1";
  private static final String REGISTRATIONS = "/admin/v1/tenants/tn_1/registrations";

  @Override
  public String toString() {
    return name;
  }

  /** Query of its pane. */
  String pane() {
    return "#" + name.substring(name.indexOf('/') + 1).replace('.', '-') + "-dialog";
  }

  /** All dialogs of a session, in an order in which each can be opened. */
  static List<DialogCase> all(DialogService service) {
    return Stream.of(
            orders(),
            sequences(),
            webhooks(),
            secrets(service),
            suppressions(),
            holds(),
            halts(),
            tenants(service))
        .flatMap(List::stream)
        .toList();
  }

  private static DialogCase of(
      String name, String screen, String table, String row, String button, String change) {
    return new DialogCase(
        name,
        console -> {
          console.open(screen);
          select(console, table, row);
          console.press(button);
        },
        change);
  }

  private static void select(ConsoleFixture console, String table, String row) {
    TableView<?> list = console.find(table);
    console.await(() -> list.getItems().toString().contains(row));
    console.runAndWait(() -> SequenceScreenshots.select(list, row));
  }

  private static List<DialogCase> orders() {
    return List.of(
        of("order/cancel", "orders", "#orders", "ord_1", "#cancel", "POST /v1/call-orders/ord_1/"),
        new DialogCase(
            "order/unsaved",
            console -> {
              console.open("orders");
              select(console, "#orders", "ord_1");
              console.press("#edit");
              console.type("#field-max_attempts", "7");
              select(console, "#orders", "ord_2");
              console.press("#edit");
            },
            ""),
        new DialogCase(
            "order/cancel.many",
            console -> {
              console.open("orders");
              select(console, "#orders", "ord_2");
              console.runAndWait(
                  console.<TableView<?>>find("#orders").getSelectionModel()::selectAll);
              console.press("#bulk-cancel");
            },
            "POST /v1/call-orders/ord_1/cancel"),
        new DialogCase(
            "app/disconnect",
            console -> {
              console.open("orders");
              console.press("#newOrder");
              console.type("#field-subject_reference", "unsent");
              console.press("#disconnect");
            },
            ""),
        new DialogCase("app/help", console -> console.press("#help"), ""),
        new DialogCase(
            "app/link", console -> Platform.runLater(() -> console.view().open("call_1")), ""),
        new DialogCase("app/about", console -> Platform.runLater(console.view()::about), ""),
        new DialogCase(
            "app/close", console -> Platform.runLater(() -> console.view().confirm("close")), ""),
        new DialogCase(
            "sandbox/advance",
            console -> {
              console.open("sandbox");
              console.press("#advance-P1D");
            },
            "POST /admin/v1/tenants/tn_1/test-clock/advance {\"by\":\"P1D\"}"));
  }

  private static List<DialogCase> sequences() {
    String enrollments = "#enrollments";
    return List.of(
        of(
            "enrollment/pause",
            "enrollments",
            enrollments,
            "enr_1",
            "#pause-enrollment",
            "POST /v1/enrollments/enr_1/pause"),
        of(
            "enrollment/cancel",
            "enrollments",
            enrollments,
            "enr_1",
            "#cancel-enrollment",
            "POST /v1/enrollments/enr_1/cancel"),
        of(
            "enrollment/resume",
            "enrollments",
            enrollments,
            "enr_2",
            "#resume-enrollment",
            "POST /v1/enrollments/enr_2/resume"),
        of(
            "sequence/archive",
            "sequences",
            "#sequences",
            "seq_1",
            "#archive-sequence",
            "POST /v1/sequences/seq_1/archive"),
        new DialogCase(
            "sequence/activate",
            console -> {
              console.open("sequences");
              select(console, "#sequences", "seq_1");
              ComboBox<Integer> versions = console.find(".detail #versions");
              console.await(() -> versions.getItems().contains(2));
              console.runAndWait(() -> versions.setValue(2));
              console.press("#activate-version");
            },
            "POST /v1/sequences/seq_1/versions/2/activate"));
  }

  private static DialogCase endpoint(String action, String button, String change) {
    return of("webhook/" + action, "webhooks", "#webhooks", "whe_1", button, change);
  }

  private static List<DialogCase> webhooks() {
    DialogCase replay = endpoint("replay", "#replay-endpoint", "POST " + ENDPOINT + "/replay");
    return List.of(
        endpoint("rotate", "#rotate-secret", "POST " + ENDPOINT + "/rotate-secret"),
        endpoint("disable", "#disable-endpoint", "PATCH " + ENDPOINT),
        endpoint("delete", "#delete-endpoint", "DELETE " + ENDPOINT),
        of(
            "webhook/resend",
            "deliveries",
            "#deliveries",
            "whd_1",
            "#resend-delivery",
            "POST /v1/webhook-deliveries/whd_1/resend"),
        new DialogCase(
            replay.name(),
            console -> {
              replay.open().accept(console);
              console.await(() -> !console.find("#dialog-accept").isDisabled());
            },
            replay.change()));
  }

  /** The dialogs that show a signing secret once. */
  private static List<DialogCase> secrets(DialogService service) {
    String secret = ",\"secret\":\"whsec_1\"";
    return List.of(
        new DialogCase("webhook/secret.first", console -> register(console, service, secret), ""),
        new DialogCase("webhook/secret.first.lost", console -> register(console, service, ""), ""),
        new DialogCase("webhook/secret.rotated", console -> rotate(console, service, secret), ""),
        new DialogCase("webhook/secret.rotated.lost", console -> rotate(console, service, ""), ""));
  }

  private static void register(ConsoleFixture console, DialogService service, String secret) {
    service.service.fixed("POST /v1/webhook-endpoints", 201, DialogService.endpoint(secret));
    console.open("webhooks");
    console.press("#new-endpoint");
    console.type("#endpoint-url", "https://hooks.example/calls");
    console.press("#register-endpoint");
  }

  private static void rotate(ConsoleFixture console, DialogService service, String secret) {
    service.service.fixed(
        "POST " + ENDPOINT + "/rotate-secret", 200, DialogService.endpoint(secret));
    endpoint("rotate", "#rotate-secret", "").open().accept(console);
    console.press("#rotate-dialog #dialog-accept");
  }

  private static List<DialogCase> suppressions() {
    return List.of(
        of(
            "suppression/remove",
            "suppressions",
            "#suppressions",
            "sup_1",
            "#remove-suppression",
            "DELETE /v1/suppressions/sup_1"),
        new DialogCase(
            "suppression/add",
            console -> {
              console.open("suppressions");
              console.press("#add-suppression");
              console.type("#add-phone", "+493023125002");
            },
            "POST /v1/suppressions {\"phone\":\"+493023125002\",\"reason\":\"PRESET\"}"));
  }

  private static List<DialogCase> holds() {
    return List.of(
        of("hold/release", "holds", "#holds", "hld_1", "#release-hold", "DELETE /v1/holds/hld_1"),
        new DialogCase(
            "hold/place",
            console -> {
              console.open("holds");
              console.press("#place-hold");
              console.type("#hold-subject", "debtor-2");
              ComboBox<String> reason = console.find("#place-dialog #hold-reason");
              console.runAndWait(() -> reason.setValue("other"));
            },
            "POST /v1/holds {\"subject_reference\":\"debtor-2\",\"reason\":\"other\"}"));
  }

  private static List<DialogCase> halts() {
    return List.of(
        of(
            "admin/halt",
            "administration",
            "#halts",
            "hlt_1",
            "#halt-dialing",
            "POST /admin/v1/dialing/halt {\"reason\":\"PRESET\"}"),
        of(
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
          select(console, "#registrations", "cli_1");
          List.of(buttons).forEach(console::press);
        },
        change);
  }

  static void openTenant(ConsoleFixture console) {
    console.open("administration");
    TabPane tabs = console.find("#admin-tabs");
    console.runAndWait(() -> tabs.getSelectionModel().select(TENANTS));
    select(console, "#tenants", "tn_1");
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
    console.open("administration");
    TabPane tabs = console.find("#admin-tabs");
    console.runAndWait(() -> tabs.getSelectionModel().select(CALLS));
    select(console, "#running-calls", "call_1");
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
        new DialogCase("admin/predial.rotate", DialogCase::rotatePredialSecret, rotation),
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
