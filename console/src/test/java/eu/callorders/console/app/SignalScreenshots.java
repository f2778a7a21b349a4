package eu.callorders.console.app;

import eu.callorders.console.Pictures;
import eu.callorders.console.app.SequenceScreenshots.Shot;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TableView;

/** Screenshots of signals, of those that {@link SequenceScreenshots#enroll} sends. */
final class SignalScreenshots {
  private SignalScreenshots() {}

  static void take(ConsoleFixture console, Shot shot, Pictures pictures) {
    console.open("signals");
    TableView<?> signals = console.find("#signals");
    console.await(() -> signals.getItems().toString().contains("invoice.overdue"));
    shot.take(console, "signals");
    console.runAndWait(() -> SequenceScreenshots.select(signals, "invoice.overdue"));
    console.find("#signal-effects .entry-link");
    shot.take(console, "signal");
    console.press("#new-signal");
    console.press("#send-signal");
    console.await(
        () -> console.robot().lookup(".form-error").queryAll().stream().anyMatch(Node::isManaged));
    shot.take(console, "signal-new");
    ComboBox<String> type = console.find("#field-signal_type");
    console.runAndWait(() -> type.getEditor().setText("payment.received"));
    console.type("#field-subject_reference", "debtor-1");
    console.press("#send-signal");
    Button accept = console.find("#send-dialog #dialog-accept");
    pictures.take(console, "signal-send", accept.getScene());
    Platform.runLater(console.<ButtonBase>find("#dialog-decline")::fire);
    console.await(() -> console.robot().lookup("#dialog-accept").tryQuery().isEmpty());
  }
}
