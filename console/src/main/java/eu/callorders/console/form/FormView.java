package eu.callorders.console.form;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.FxmlView;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;

/**
 * A form shown beside a list. The FXML names {@code fields}, an {@code error}, {@code #send},
 * {@code #close} and {@code #pressed}.
 */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public abstract class FormView<F> extends FxmlView {
  private static final KeyCombination SEND =
      new KeyCodeCombination(KeyCode.ENTER, KeyCombination.SHORTCUT_DOWN);

  @FXML protected VBox fields;
  @FXML protected ErrorPane error;

  protected final FieldRows<F> rows;
  private final Fields<F> form;
  private final Runnable onClose;

  protected FormView(Fields<F> form, double nameWidth, Runnable onClose) {
    this.form = form;
    this.rows = new FieldRows<>(texts, form, nameWidth);
    this.onClose = onClose;
  }

  /** Sends the input. */
  protected abstract void submit();

  /**
   * Focuses what needs attention after a reply: an invalid field, or after another failure the
   * button that sends again, since the focused field was disabled meanwhile.
   */
  protected final void focusAfterReply(boolean failed, Button button) {
    if (!focusInvalid() && failed) {
      Focus.on(button);
    }
  }

  /** Focuses the first field with an error; false if there is none. */
  protected boolean focusInvalid() {
    boolean invalid = form.firstInvalid().isPresent();
    if (invalid) {
      rows.focus();
    }
    return invalid;
  }

  @FXML
  protected final void send() {
    submit();
    focusInvalid();
  }

  @FXML
  protected final void close() {
    onClose.run();
  }

  @FXML
  protected final void pressed(KeyEvent key) {
    if (SEND.match(key)) {
      key.consume();
      send();
    }
  }
}
