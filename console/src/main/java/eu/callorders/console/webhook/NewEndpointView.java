package eu.callorders.console.webhook;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Texts;
import javafx.beans.binding.Bindings;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;

/** The form for a new endpoint; keeps its input when it is closed. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class NewEndpointView {
  @FXML private VBox fields;
  @FXML private ErrorPane error;
  @FXML private Label uncertain;
  @FXML private Button send;
  @FXML private Button startOver;

  private final NewEndpointViewModel model;
  private final Texts texts = Texts.of(NewEndpointView.class);
  private final EndpointGrid grid;
  private final Runnable onClose;
  final Parent root;

  NewEndpointView(NewEndpointViewModel model, Runnable onClose) {
    this.model = model;
    this.onClose = onClose;
    this.grid = new EndpointGrid(texts, model.form);
    this.root = Fxml.load(this, texts);
  }

  @FXML
  void initialize() {
    fields.getChildren().addFirst(grid.root);
    grid.root.disableProperty().bind(Bindings.or(model.busy, model.outcomeUnknown));
    send.disableProperty().bind(model.busy);
    send.textProperty()
        .bind(
            Bindings.when(model.outcomeUnknown)
                .then(texts.get("new.again"))
                .otherwise(texts.get("new.send")));
    startOver.disableProperty().bind(model.busy);
    uncertain.visibleProperty().bind(model.outcomeUnknown);
    grid.showFailures(error, send, model.busy, model.failure);
  }

  /** Prepares the form for input. */
  void shown() {
    grid.focus();
  }

  @FXML
  void send() {
    model.send();
  }

  @FXML
  void startOver() {
    model.startOver();
    grid.focus();
  }

  @FXML
  void close() {
    onClose.run();
  }

  @FXML
  void pressed(KeyEvent key) {
    EndpointGrid.onSendKey(key, model::send);
  }
}
