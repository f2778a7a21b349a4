package eu.callorders.console.order;

import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Labels;
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

/** The questions before an order is canceled or unsaved changes are left. */
final class OrderDialogs {
  private static final double WIDTH = 460;
  private static final double PADDING = 16;
  private static final int MAX_REASON_LENGTH = 200;

  /** How to treat unsaved changes of another order. */
  enum Choice {
    RESUME,
    DISCARD,
    CANCEL
  }

  private OrderDialogs() {}

  /** The reason of a cancellation, possibly blank; empty when the operator declines. */
  static Optional<String> confirmCancel(Texts texts, Window owner, String orderId) {
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
    Dialog<ButtonType> dialog =
        dialog(
            owner,
            "cancel-dialog",
            texts.get("cancel.title"),
            new VBox(8, Labels.wrapped(texts.get("cancel.question", orderId)), label, reason),
            decline,
            confirm);
    if (dialog.getDialogPane().lookupButton(confirm) instanceof Button button) {
      button.getStyleClass().add("danger");
      button.setDefaultButton(false); // Enter in the reason field does not confirm
    }
    Focus.onOpen(dialog, reason);
    return dialog.showAndWait().filter(confirm::equals).map(ignored -> reason.getText());
  }

  static Choice askAboutUnsaved(Texts texts, Window owner, String orderId) {
    ButtonType resume = new ButtonType(texts.get("unsaved.go"), ButtonBar.ButtonData.OK_DONE);
    ButtonType discard = new ButtonType(texts.get("edit.discard"), ButtonBar.ButtonData.OTHER);
    ButtonType stay = new ButtonType(texts.get("cancel"), ButtonBar.ButtonData.CANCEL_CLOSE);
    Dialog<ButtonType> dialog =
        dialog(
            owner,
            "unsaved-dialog",
            texts.get("unsaved.title"),
            new VBox(Labels.wrapped(texts.get("unsaved.question", orderId))),
            stay,
            discard,
            resume);
    dialog.getDialogPane().lookupButton(discard).getStyleClass().add("danger");
    ButtonType pressed = dialog.showAndWait().orElse(stay);
    if (pressed.equals(resume)) {
      return Choice.RESUME;
    }
    return pressed.equals(discard) ? Choice.DISCARD : Choice.CANCEL;
  }

  private static Dialog<ButtonType> dialog(
      Window owner, String id, String title, VBox content, ButtonType... buttons) {
    Dialog<ButtonType> dialog = new Dialog<>();
    dialog.initOwner(owner);
    dialog.setTitle(title);
    content.setPadding(new Insets(PADDING));
    dialog.getDialogPane().setId(id);
    dialog.getDialogPane().setContent(content);
    dialog.getDialogPane().setPrefWidth(WIDTH);
    dialog.getDialogPane().getButtonTypes().setAll(buttons);
    return dialog;
  }
}
