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

/** Makes sure that an order is to be cancelled, and asks why. */
final class CancelDialog {
  private static final double WIDTH = 460;
  private static final double PADDING = 16;
  private static final int REASON = 200;

  private CancelDialog() {}

  /** The reason, perhaps an empty one; nothing when the order is to go on. */
  static Optional<String> ask(Texts texts, Window owner, String orderId) {
    ButtonType cancel = new ButtonType(texts.get("cancel.title"), ButtonBar.ButtonData.OK_DONE);
    ButtonType keep = new ButtonType(texts.get("cancel.keep"), ButtonBar.ButtonData.CANCEL_CLOSE);
    TextField reason = new TextField();
    reason.setId("cancel-reason");
    reason.setPromptText(texts.get("cancel.reason.prompt"));
    reason.setTextFormatter(
        new TextFormatter<>(
            change -> change.getControlNewText().length() <= REASON ? change : null));
    Label name = new Label(texts.get("cancel.reason"));
    name.setLabelFor(reason);
    Label question = new Label(texts.get("cancel.question", orderId));
    question.setWrapText(true);
    Dialog<String> dialog = new Dialog<>();
    dialog.initOwner(owner);
    dialog.setTitle(texts.get("cancel.title"));
    VBox content = new VBox(8, question, name, reason);
    content.setPadding(new Insets(PADDING));
    dialog.getDialogPane().setContent(content);
    dialog.getDialogPane().setPrefWidth(WIDTH);
    dialog.getDialogPane().setId("cancel-dialog");
    dialog.getDialogPane().getButtonTypes().setAll(keep, cancel);
    if (dialog.getDialogPane().lookupButton(cancel) instanceof Button deed) {
      deed.getStyleClass().add("danger");
      deed.setDefaultButton(false); // Enter behind a reason is no consent
    }
    Focus.first(dialog, reason);
    dialog.setResultConverter(chosen -> chosen == cancel ? reason.getText() : null);
    return dialog.showAndWait();
  }
}
