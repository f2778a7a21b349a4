package eu.callorders.console.order;

import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Texts;
import java.util.Optional;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.TextFormatter;
import javafx.scene.layout.VBox;
import javafx.stage.Window;

/** Confirms the cancellation of an order and reads the reason. */
final class CancelDialog {
  private static final double WIDTH = 460;
  private static final double PADDING = 16;
  private static final int MAX_REASON_LENGTH = 200;

  private CancelDialog() {}

  /** The reason, possibly blank; empty when the operator declines. */
  static Optional<String> showAndWait(Texts texts, Window owner, String orderId) {
    ButtonType confirm = new ButtonType(texts.get("cancel.title"), ButtonBar.ButtonData.OK_DONE);
    ButtonType decline =
        new ButtonType(texts.get("cancel.keep"), ButtonBar.ButtonData.CANCEL_CLOSE);
    TextField reason = new TextField();
    reason.setId("cancel-reason");
    reason.setPromptText(texts.get("cancel.reason.prompt"));
    reason.setTextFormatter(
        new TextFormatter<>(
            change -> change.getControlNewText().length() <= MAX_REASON_LENGTH ? change : null));
    Label label = new Label(texts.get("cancel.reason"));
    label.setLabelFor(reason);
    Label message = new Label(texts.get("cancel.question", orderId));
    message.setWrapText(true);
    Dialog<String> dialog = new Dialog<>();
    dialog.initOwner(owner);
    dialog.setTitle(texts.get("cancel.title"));
    VBox content = new VBox(8, message, label, reason);
    content.setPadding(new Insets(PADDING));
    dialog.getDialogPane().setContent(content);
    dialog.getDialogPane().setPrefWidth(WIDTH);
    dialog.getDialogPane().setId("cancel-dialog");
    dialog.getDialogPane().getButtonTypes().setAll(decline, confirm);
    if (dialog.getDialogPane().lookupButton(confirm) instanceof Button button) {
      button.getStyleClass().add("danger");
      button.setDefaultButton(false); // Enter in the reason field does not confirm
    }
    Focus.onOpen(dialog, reason);
    dialog.setResultConverter(pressed -> pressed == confirm ? reason.getText() : null);
    return dialog.showAndWait();
  }
}
