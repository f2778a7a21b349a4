package eu.callorders.console.app;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DialogPane;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableView;

/**
 * A dialog of the console.
 *
 * @param name package and action
 * @param open what an operator does to open it
 * @param change the beginning of the request that the action sends; empty for none
 */
record DialogCase(String name, Consumer<ConsoleFixture> open, String change) {
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
            views(),
            ImportDialogs.all(service),
            sequences(),
            WebhookDialogs.all(service),
            suppressions(),
            holds(),
            subjects(),
            signals(),
            AdminDialogs.all(service))
        .flatMap(List::stream)
        .toList();
  }

  static DialogCase named(DialogService service, String name) {
    return all(service).stream()
        .filter(dialog -> dialog.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Opens it and waits until it is shown. */
  DialogPane show(ConsoleFixture console) {
    open.accept(console);
    return console.find(pane());
  }

  /** Accepts it and waits until it is closed. */
  void acceptAndClose(ConsoleFixture console) {
    console.press(pane() + " #dialog-accept");
    console.await(() -> console.robot().lookup(pane()).tryQuery().isEmpty());
  }

  static DialogCase of(
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

  static void select(ConsoleFixture console, String table, String row) {
    TableView<?> list = console.find(table);
    console.await(() -> list.getItems().toString().contains(row));
    console.runAndWait(() -> SequenceScreenshots.select(list, row));
  }

  /** An action on all rows of a list. */
  static DialogCase many(String name, String screen, String row, String change) {
    return new DialogCase(
        name,
        console -> {
          console.open(screen);
          console.robot().lookup("#bulk-close").tryQuery().ifPresent(ignored -> close(console));
          select(console, "#" + screen, row);
          console.runAndWait(
              console.<TableView<?>>find("#" + screen).getSelectionModel()::selectAll);
          console.press("#bulk-" + name.substring(name.indexOf('/') + 1).replace('_', '-'));
        },
        change);
  }

  /** Of an action before, all requests of which are refused. */
  private static void close(ConsoleFixture console) {
    console.await(console.find("#bulk-close")::isVisible);
    console.press("#bulk-close");
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
        many("order/cancel_orders", "orders", "ord_2", "POST /v1/call-orders/ord_1/cancel"),
        many(
            "order/suppress_subjects",
            "orders",
            "ord_2",
            "POST /v1/suppressions {\"subject_reference\":\"debtor-1\""),
        new DialogCase(
            "app/disconnect",
            console -> {
              console.open("orders");
              console.press("#newOrder");
              console.type("#field-subject_reference", "unsent");
              console.press("#disconnect");
            },
            ""),
        new DialogCase("app/settings", console -> console.press("#settings"), ""),
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

  private static List<DialogCase> views() {
    return List.of(view("save", "Late"), view("rename", "Later"), view("delete", ""));
  }

  /** An item of the menu of saved views; a new view is the one that is shown. */
  private static DialogCase view(String action, String name) {
    return new DialogCase(
        "ui/views." + action,
        console -> {
          console.open("orders");
          MenuButton menu = console.find("#views");
          console.runAndWait(menu::show);
          MenuItem item =
              menu.getItems().stream()
                  .filter(it -> (action + "-view").equals(it.getId()))
                  .findFirst()
                  .orElseThrow();
          console.runAndWait(menu::hide);
          Platform.runLater(item::fire);
          if (!name.isEmpty()) {
            console.type("#view-name", name);
          }
        },
        "");
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
            "POST /v1/sequences/seq_1/versions/2/activate"),
        new DialogCase(
            "sequence/unsaved",
            console -> {
              console.open("sequences");
              select(console, "#sequences", "seq_1");
              console.press("#edit-sequence");
              console.type("#field-signal_type", "invoice.late");
              console.press("#close-editor");
              console.press("#new-sequence");
            },
            ""));
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

  private static List<DialogCase> subjects() {
    return List.of(
        of(
            "subject/erase",
            "subjects",
            "#subjects",
            "debtor-1",
            "#erase-subject",
            "DELETE /admin/v1/tenants/tn_1/subjects/debtor-1"),
        of("subject/data.export", "subjects", "#subjects", "debtor-1", "#export-subject", ""));
  }

  private static List<DialogCase> signals() {
    return List.of(
        new DialogCase(
            "signal/send",
            console -> {
              console.open("signals");
              console.press("#new-signal");
              ComboBox<String> type = console.find("#field-signal_type");
              console.runAndWait(() -> type.getEditor().setText("payment.received"));
              console.type("#field-subject_reference", "debtor-1");
              console.press("#send-signal");
            },
            "POST /v1/signals {\"signal_type\":\"payment.received\""));
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
              console.press("#hold-whole");
              ComboBox<String> reason = console.find("#place-dialog #hold-reason");
              console.runAndWait(() -> reason.setValue("other"));
            },
            "POST /v1/holds {\"subject_reference\":\"debtor-2\",\"reason\":\"other\"}"));
  }
}
