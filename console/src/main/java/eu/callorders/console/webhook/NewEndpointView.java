package eu.callorders.console.webhook;

import javafx.beans.binding.Bindings;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.Label;

/** The form for a new endpoint; keeps its input when it is closed. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class NewEndpointView extends EndpointFormView {
  @FXML private Label uncertain;
  @FXML private Button startOver;

  private final NewEndpointViewModel model;

  NewEndpointView(NewEndpointViewModel model, Runnable onClose) {
    super(model.form, onClose);
    this.model = model;
    load(Bindings.or(model.busy, model.outcomeUnknown), model.busy, model.failure);
  }

  @FXML
  void initialize() {
    send.disableProperty().bind(model.busy);
    send.textProperty()
        .bind(
            Bindings.when(model.outcomeUnknown)
                .then(texts.get("new.again"))
                .otherwise(texts.get("new.send")));
    startOver.disableProperty().bind(model.busy);
    uncertain.visibleProperty().bind(model.outcomeUnknown);
  }

  @Override
  protected void submit() {
    model.send();
  }

  @FXML
  void startOver() {
    model.startOver();
    shown();
  }
}
