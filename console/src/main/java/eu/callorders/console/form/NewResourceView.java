package eu.callorders.console.form;

import eu.callorders.console.ui.Visibility;
import javafx.beans.binding.Bindings;
import javafx.collections.ObservableList;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.Label;

/**
 * The form of a new resource, shown beside the list. The FXML also names an {@code uncertain}, a
 * {@code send} and a {@code startOver}, the texts contain {@code new.send}.
 */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public abstract class NewResourceView<F extends JsonField> extends JsonFormView<F> {
  @FXML private Label uncertain;
  @FXML private Button send;
  @FXML private Button startOver;

  private final NewResourceViewModel<F> model;

  /**
   * @param suggestions as in {@link JsonFormView}
   */
  protected NewResourceView(
      NewResourceViewModel<F> model,
      JsonForm<F> form,
      ObservableList<String> suggestions,
      Runnable onClose) {
    super(form, suggestions, onClose);
    this.model = model;
  }

  /** Loads the FXML and follows the view model; call it in place of {@link #load}. */
  protected final void loadForm() {
    load();
    fields.disableProperty().bind(Bindings.or(model.busy, model.outcomeUnknown));
    send.disableProperty().bind(model.busy);
    startOver.disableProperty().bind(model.busy);
    model.failure.addListener((ignored, before, now) -> error.showOfWrite(now));
    model.busy.addListener((ignored, before, now) -> busyChanged(now));
    model.outcomeUnknown.addListener((ignored, before, now) -> showUncertain(now));
    showUncertain(false);
  }

  private void busyChanged(boolean busy) {
    if (!busy) {
      focusAfterReply(model.failure.get() != null, send);
    }
  }

  private void showUncertain(boolean isUncertain) {
    Visibility.set(uncertain, isUncertain);
    send.setText(texts.get(isUncertain ? "new.again" : "new.send"));
  }

  @Override
  protected void submit() {
    model.send();
  }

  @FXML
  protected void startOver() {
    model.startOver();
    rows.focus();
  }
}
