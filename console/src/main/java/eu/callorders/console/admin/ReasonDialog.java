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

/** A confirmation dialog with a line of text. */
final class ReasonDialog {
  private static final double WIDTH = 480;

  private ReasonDialog() {}

  /**
   * Shows the dialog and waits; empty if it is canceled.
   *
   * @param consequence what the action does
   * @param prompt label of the text field
   * @param accept label of the confirm button
   * @param valid accepts the text
   * @param options further controls
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
    Label explanation = new Label(consequence);
    explanation.setWrapText(true);
    dialog.initOwner(owner);
    dialog.setTitle(accept);
    dialog.setHeaderText(question);
    explanation.setMinHeight(Region.USE_PREF_SIZE);
    VBox content = new VBox(10, explanation);
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
    Focus.onOpen(dialog, text);
    dialog.setResultConverter(pressed -> yes.equals(pressed) ? text.getText() : null);
    return dialog.showAndWait();
  }

  /** Whether the operator confirmed by typing the name of the affected object. */
  static boolean confirmName(
      Window owner, Texts texts, String name, String consequence, String accept, Node... options) {
    Predicate<String> same = typed -> typed.strip().equals(name.strip());
    String question = texts.get("confirm", accept, name);
    return ask(owner, texts, question, consequence, name, accept, same, options).isPresent();
  }
}
