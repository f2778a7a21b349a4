package eu.callorders.console.app;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.Sandbox;
import eu.callorders.console.TestSequences;
import java.io.IOException;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.TableView;

/** Pictures of enrollments, sequences and order types. */
final class SequenceScreenshots {
  private static final String[] ENDINGS = {"21", "24", "10", "22"};

  /** Takes a picture in both themes. */
  @FunctionalInterface
  interface Shot {
    void take(ConsoleFixture console, String name) throws IOException;
  }

  private SequenceScreenshots() {}

  static void enroll(Sandbox sandbox) throws Exception {
    TestSequences ladders = TestSequences.in(sandbox);
    String paused = ladders.enroll("debtor-1", "21");
    for (int person = 2; person < 20; person++) {
      ladders.enroll("debtor-" + person, ENDINGS[person % ENDINGS.length]);
    }
    sandbox.api().post("/v1/enrollments/" + paused + "/pause", MissingNode.getInstance());
  }

  static void take(ConsoleFixture console, Shot shot) throws IOException {
    TableView<?> enrollments = open(console, "enrollments");
    console.await(() -> enrollments.getItems().toString().contains("step=let_it_rest"));
    select(console, enrollments, "step=let_it_rest");
    console.await(() -> there(console, ".step-current"));
    shot.take(console, "enrollment");
    console.await(() -> enrollments.getItems().toString().contains("status=exited"));
    select(console, enrollments, "status=exited");
    console.await(() -> there(console, ".step-stopped"));
    shot.take(console, "enrollment-exited");
    TableView<?> sequences = open(console, "sequences");
    console.await(() -> !sequences.getItems().isEmpty());
    select(console, sequences, "overdue_ladder");
    console.await(() -> there(console, ".step-not-started"));
    shot.take(console, "sequence");
    TableView<?> types = open(console, "order-types");
    console.await(() -> !types.getItems().isEmpty());
    select(console, types, "payment_reminder");
    console.await(() -> there(console, ".detail .status-badge"));
    shot.take(console, "order-type");
  }

  private static boolean there(ConsoleFixture console, String query) {
    return console.robot().lookup(query).tryQuery().isPresent();
  }

  private static TableView<?> open(ConsoleFixture console, String feature) {
    console.draw(console.<ButtonBase>find("#go-" + feature)::fire);
    return console.find("#" + feature);
  }

  private static void select(ConsoleFixture console, TableView<?> table, String what) {
    console.draw(() -> select(table, what));
  }

  /** The first row that says that, on the thread that draws. */
  static void select(TableView<?> table, String what) {
    for (int index = 0; index < table.getItems().size(); index++) {
      if (table.getItems().get(index).toString().contains(what)) {
        table.getSelectionModel().select(index);
        return;
      }
    }
  }
}
