package eu.callorders.console.app;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.Sandbox;
import eu.callorders.console.TestSequences;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;

/** Screenshots of enrollments, sequences and order types. */
final class SequenceScreenshots {
  private static final String[] ENDINGS = {"21", "24", "10", "22"};
  private static final int VERSIONS = 1;

  /** Takes pictures of the window. */
  @FunctionalInterface
  interface Shot {
    void take(ConsoleFixture console, String name);
  }

  private SequenceScreenshots() {}

  static void enroll(Sandbox sandbox) throws Exception {
    TestSequences sequences = TestSequences.in(sandbox);
    String paused = sequences.enroll("debtor-1", "21");
    for (int subject = 2; subject < 20; subject++) {
      sequences.enroll("debtor-" + subject, ENDINGS[subject % ENDINGS.length]);
    }
    sandbox.api().post("/v1/enrollments/" + paused + "/pause", MissingNode.getInstance());
  }

  static void take(ConsoleFixture console, Shot shot) {
    TableView<?> enrollments = open(console, "enrollments");
    console.await(() -> enrollments.getItems().toString().contains("step=let_it_rest"));
    select(console, enrollments, "step=let_it_rest");
    console.await(() -> exists(console, ".step-current"));
    shot.take(console, "enrollment");
    console.await(() -> enrollments.getItems().toString().contains("status=exited"));
    select(console, enrollments, "status=exited");
    console.await(() -> exists(console, ".step-stopped"));
    shot.take(console, "enrollment-exited");
    TableView<?> sequences = open(console, "sequences");
    console.await(() -> !sequences.getItems().isEmpty());
    select(console, sequences, "overdue_sequence");
    console.await(() -> exists(console, ".step-not-started"));
    shot.take(console, "sequence");
    forms(console, shot);
    TableView<?> types = open(console, "order-types");
    console.await(() -> !types.getItems().isEmpty());
    select(console, types, "payment_reminder");
    console.await(() -> exists(console, ".detail .status-badge"));
    shot.take(console, "order-type");
    TabPane tabs = console.find(".detail .tab-pane");
    console.runAndWait(() -> tabs.getSelectionModel().select(VERSIONS));
    console.await(() -> exists(console, ".compared .label"));
    shot.take(console, "order-type-versions");
  }

  /** A new version beside its calendar, a new sequence, and versions side by side. */
  private static void forms(ConsoleFixture console, Shot shot) {
    console.press("#edit-sequence");
    console.await(() -> exists(console, ".calendar-dialed"));
    shot.take(console, "sequence-edit");
    console.press("#close-editor");
    console.press("#new-sequence");
    console.press("#step-add-wait");
    console.press("#step-add-call");
    console.await(() -> exists(console, "#preview-notice"));
    Label notice = console.find("#preview-notice");
    console.await(notice::isVisible);
    shot.take(console, "sequence-new");
    console.press("#discard");
    TabPane tabs = console.find(".detail .tab-pane");
    console.runAndWait(() -> tabs.getSelectionModel().select(VERSIONS));
    console.await(() -> exists(console, ".compared .label"));
    shot.take(console, "sequence-versions");
  }

  private static boolean exists(ConsoleFixture console, String query) {
    return console.robot().lookup(query).tryQuery().isPresent();
  }

  private static TableView<?> open(ConsoleFixture console, String feature) {
    console.runAndWait(console.<ButtonBase>find("#go-" + feature)::fire);
    return console.find("#" + feature);
  }

  private static void select(ConsoleFixture console, TableView<?> table, String what) {
    console.runAndWait(() -> select(table, what));
  }

  /** Selects the first row that contains the text; call it on the JavaFX thread. */
  static void select(TableView<?> table, String what) {
    for (int index = 0; index < table.getItems().size(); index++) {
      if (table.getItems().get(index).toString().contains(what)) {
        table.getSelectionModel().clearAndSelect(index);
        return;
      }
    }
  }
}
