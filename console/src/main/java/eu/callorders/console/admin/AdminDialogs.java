package eu.callorders.console.admin;

import eu.callorders.console.ui.CopyAction;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import java.util.Optional;
import java.util.function.Predicate;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.control.Alert;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Window;

/** The dialogs of the administration; each waits for the operator. */
record AdminDialogs(Window owner, Texts texts) {
  private static final double REASON_WIDTH = 480;
  private static final double SECRET_WIDTH = 620;

  private static ButtonType yes(String text) {
    return new ButtonType(text, ButtonBar.ButtonData.OK_DONE);
  }

  private static ButtonType no(String text) {
    return new ButtonType(text, ButtonBar.ButtonData.CANCEL_CLOSE);
  }

  private <T extends Dialog<?>> T open(T dialog, String title, String header) {
    dialog.initOwner(owner);
    dialog.setTitle(title);
    dialog.setHeaderText(header);
    dialog.getDialogPane().setMinHeight(Region.USE_PREF_SIZE);
    return dialog;
  }

  /** Whether the operator accepts that consequence. */
  boolean confirm(
      String title, String question, String consequence, String accept, String decline) {
    ButtonType yes = yes(accept);
    Alert alert = new Alert(Alert.AlertType.CONFIRMATION, consequence, yes, no(decline));
    open(alert, title, question).getDialogPane().lookupButton(yes).setId("confirm-yes");
    return alert.showAndWait().filter(yes::equals).isPresent();
  }

  /**
   * Asks for a line of text; empty if canceled.
   *
   * @param consequence what the action does
   * @param prompt label of the text field
   * @param accept label of the confirm button
   * @param valid accepts the text
   * @param options further controls
   */
  Optional<String> ask(
      String question,
      String consequence,
      String prompt,
      String accept,
      Predicate<String> valid,
      Node... options) {
    ButtonType yes = yes(accept);
    TextField text = new TextField();
    text.setId("asked");
    text.setAccessibleText(prompt);
    Label name = Labels.wrapped(prompt);
    name.setLabelFor(text);
    name.getStyleClass().add("timeline-time");
    VBox content = new VBox(10, Labels.wrapped(consequence));
    content.getChildren().addAll(options);
    content.getChildren().addAll(name, text);
    Dialog<String> dialog = open(new Dialog<>(), accept, question);
    DialogPane pane = dialog.getDialogPane();
    pane.setContent(content);
    pane.setPrefWidth(REASON_WIDTH);
    pane.getButtonTypes().addAll(yes, no(texts.get("cancel")));
    Node button = pane.lookupButton(yes);
    button.setId("asked-accept");
    button.setDisable(!valid.test(""));
    text.textProperty().addListener((o, before, now) -> button.setDisable(!valid.test(now)));
    Focus.onOpen(dialog, text);
    dialog.setResultConverter(pressed -> yes.equals(pressed) ? text.getText() : null);
    return dialog.showAndWait();
  }

  /** Whether the operator confirmed by typing the name of the affected object. */
  boolean confirmName(String name, String consequence, String accept, Node... options) {
    Predicate<String> same = typed -> typed.strip().equals(name.strip());
    String question = texts.get("confirm", accept, name);
    return ask(question, consequence, name, accept, same, options).isPresent();
  }

  /** Shows a client secret, which cannot be retrieved again. */
  void showSecret(RegistrationsViewModel.IssuedSecret issued) {
    ButtonType copy = new ButtonType(texts.get("secret.copy"), ButtonBar.ButtonData.LEFT);
    ButtonType done = yes(texts.get("secret.done"));
    Facts facts = new Facts();
    facts.add(texts.get("column.client_id"), issued.clientId());
    facts.add(texts.get("secret"), issued.secret());
    Dialog<ButtonType> dialog =
        open(new Dialog<>(), texts.get("secret"), texts.get("secret.title"));
    DialogPane pane = dialog.getDialogPane();
    pane.setContent(new VBox(12, Labels.wrapped(texts.get("secret.once")), facts));
    pane.setPrefWidth(SECRET_WIDTH);
    pane.getButtonTypes().addAll(copy, done);
    pane.lookupButton(copy)
        .addEventFilter(
            ActionEvent.ACTION,
            event -> {
              CopyAction.copy(issued.secret());
              event.consume(); // keeps the dialog open
            });
    pane.lookupButton(done).setId("secret-done");
    dialog.showAndWait();
  }
}
