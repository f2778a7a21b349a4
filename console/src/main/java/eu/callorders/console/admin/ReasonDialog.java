package eu.callorders.console.admin;

import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Texts;
import java.util.Optional;
import java.util.function.Predicate;
import javafx.scene.Node;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Window;

/** A question that is answered with a line of text, or called off. */
final class ReasonDialog {
  private static final double WIDTH = 480;

  private ReasonDialog() {}

  /**
   * Asks and waits.
   *
   * @param consequence what will happen
   * @param prompt names the line
   * @param accept what the button says that does it
   * @param valid whether the text will do
   * @param options what else there is to choose
   */
  static Optional<String> ask(
      Window owner,
      Texts texts,
      String question,
      String consequence,
      String prompt,
      String accept,
      Predicate<String> valid,
      Node... options) {
    ButtonType yes = new ButtonType(accept, ButtonBar.ButtonData.OK_DONE);
    ButtonType no = new ButtonType(texts.get("cancel"), ButtonBar.ButtonData.CANCEL_CLOSE);
    Dialog<String> dialog = new Dialog<>();
    TextField text = new TextField();
    text.setId("asked");
    text.setAccessibleText(prompt);
    Label told = new Label(consequence);
    told.setWrapText(true);
    dialog.initOwner(owner);
    dialog.setTitle(accept);
    dialog.setHeaderText(question);
    told.setMinHeight(Region.USE_PREF_SIZE);
    VBox content = new VBox(10, told);
    content.getChildren().addAll(options);
    Label name = new Label(prompt);
    name.setWrapText(true);
    name.setMinHeight(Region.USE_PREF_SIZE);
    name.setLabelFor(text);
    name.getStyleClass().add("timeline-time");
    content.getChildren().addAll(name, text);
    dialog.getDialogPane().setContent(content);
    dialog.getDialogPane().setMinHeight(Region.USE_PREF_SIZE);
    dialog.getDialogPane().setPrefWidth(WIDTH);
    dialog.getDialogPane().getButtonTypes().addAll(yes, no);
    Node button = dialog.getDialogPane().lookupButton(yes);
    button.setId("asked-accept");
    button.setDisable(!valid.test(""));
    text.textProperty().addListener((o, before, now) -> button.setDisable(!valid.test(now)));
    Focus.first(dialog, text);
    dialog.setResultConverter(pressed -> yes.equals(pressed) ? text.getText() : null);
    return dialog.showAndWait();
  }

  /** Whether the operator wrote the name of what is going to stop working. */
  static boolean confirmed(
      Window owner, Texts texts, String name, String consequence, String accept, Node... options) {
    Predicate<String> same = typed -> typed.strip().equals(name.strip());
    String question = texts.get("confirm", accept, name);
    return ask(owner, texts, question, consequence, name, accept, same, options).isPresent();
  }
}
