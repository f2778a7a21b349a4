package eu.callorders.console.ui;

import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.TextField;
import javafx.scene.layout.StackPane;

/** The detail of one resource, shown beside a list. The FXML names an {@code id} and a status. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields, load() the root
public abstract class DetailView {
  @FXML protected TextField id;
  @FXML protected StackPane status;
  @FXML protected ErrorPane error;
  @FXML protected JsonPane json;

  protected final Texts texts = Texts.of(getClass());
  protected final TimestampFormatter timestamps = new TimestampFormatter();
  private final Runnable onClose;
  private Parent root;

  protected DetailView(Runnable onClose) {
    this.onClose = onClose;
  }

  /** Loads the FXML; call it once the fields that {@code initialize} needs are set. */
  protected final void load() {
    root = Fxml.load(this, texts);
  }

  public final Parent root() {
    return root;
  }

  protected final void showStatus(String value, StatusBadge.Tone tone) {
    status.getChildren().setAll(new StatusBadge(texts.value("status", value), tone));
  }

  /** Empties the head while nothing is shown. */
  protected final void clearHead() {
    id.setText("");
    status.getChildren().clear();
  }

  /** Asks for confirmation; see {@link ConfirmDialog#confirm}. */
  protected final boolean confirmed(String action, Object target) {
    return ConfirmDialog.confirm(root.getScene().getWindow(), texts, action, target);
  }

  @FXML
  protected final void close() {
    onClose.run();
  }
}
