package eu.callorders.console.admin;

import eu.callorders.console.ui.Texts;
import java.util.Optional;
import java.util.function.Predicate;
import javafx.scene.Node;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import javafx.stage.Window;

/** A question that is answered with a line of text, or called off. */
final class Reasoned {
  private static final double WIDTH = 480;

  private Reasoned() {}

  /**
   * Asks and waits.
   *
   * @param consequence what will happen
   * @param accept what the button says that does it
   * @param valid whether the text will do
   */
  static Optional<String> ask(
      Window owner,
      Texts texts,
      String question,
      String consequence,
      String prompt,
      String accept,
      Predicate<String> valid) {
    ButtonType yes = new ButtonType(accept, ButtonBar.ButtonData.OK_DONE);
    ButtonType no = new ButtonType(texts.get("cancel"), ButtonBar.ButtonData.CANCEL_CLOSE);
    Dialog<String> dialog = new Dialog<>();
    TextField text = new TextField();
    text.setId("asked");
    text.setPromptText(prompt);
    text.setAccessibleText(prompt);
    Label told = new Label(consequence);
    told.setWrapText(true);
    dialog.initOwner(owner);
    dialog.setTitle(accept);
    dialog.setHeaderText(question);
    dialog.getDialogPane().setContent(new VBox(10, told, text));
    dialog.getDialogPane().setPrefWidth(WIDTH);
    dialog.getDialogPane().getButtonTypes().addAll(yes, no);
    Node button = dialog.getDialogPane().lookupButton(yes);
    button.setId("asked-accept");
    button.setDisable(!valid.test(""));
    text.textProperty().addListener((o, before, now) -> button.setDisable(!valid.test(now)));
    dialog.setOnShown(ignored -> text.requestFocus());
    dialog.setResultConverter(pressed -> yes.equals(pressed) ? text.getText() : null);
    return dialog.showAndWait();
  }
}
