package eu.callorders.console.order;

import eu.callorders.console.ui.Texts;
import java.util.Optional;
import javafx.geometry.Insets;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.Label;
import javafx.stage.Window;

/** Asks how to treat unsaved changes of another order. */
final class UnsavedDialog {
  private static final double WIDTH = 460;
  private static final double PADDING = 16;

  enum Choice {
    RESUME,
    DISCARD,
    CANCEL
  }

  private UnsavedDialog() {}

  static Choice showAndWait(Texts texts, Window owner, String orderId) {
    ButtonType resume = new ButtonType(texts.get("unsaved.go"), ButtonBar.ButtonData.OK_DONE);
    ButtonType discard = new ButtonType(texts.get("edit.discard"), ButtonBar.ButtonData.OTHER);
    ButtonType stay = new ButtonType(texts.get("cancel"), ButtonBar.ButtonData.CANCEL_CLOSE);
    Label message = new Label(texts.get("unsaved.question", orderId));
    message.setWrapText(true);
    message.setPadding(new Insets(PADDING));
    Dialog<ButtonType> dialog = new Dialog<>();
    dialog.initOwner(owner);
    dialog.setTitle(texts.get("unsaved.title"));
    dialog.getDialogPane().setId("unsaved-dialog");
    dialog.getDialogPane().setContent(message);
    dialog.getDialogPane().setPrefWidth(WIDTH);
    dialog.getDialogPane().getButtonTypes().setAll(stay, discard, resume);
    dialog.getDialogPane().lookupButton(discard).getStyleClass().add("danger");
    Optional<ButtonType> pressed = dialog.showAndWait();
    if (pressed.filter(resume::equals).isPresent()) {
      return Choice.RESUME;
    }
    return pressed.filter(discard::equals).isPresent() ? Choice.DISCARD : Choice.CANCEL;
  }
}
