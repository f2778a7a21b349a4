package eu.callorders.console.ui;

import javafx.fxml.FXML;
import javafx.scene.control.TextField;
import javafx.scene.layout.StackPane;

/** The detail of one resource, shown beside a list. The FXML names an {@code id} and a status. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public abstract class DetailView extends FxmlView {
  @FXML protected TextField id;
  @FXML protected StackPane status;
  @FXML protected ErrorPane error;
  @FXML protected JsonPane json;

  protected final TimestampFormatter timestamps = new TimestampFormatter();
  private final Runnable onClose;

  protected DetailView(Runnable onClose) {
    this.onClose = onClose;
  }

  protected final void showStatus(String value, StatusBadge.Tone tone) {
    status.getChildren().setAll(new StatusBadge(texts.value("status", value), tone));
  }

  /** Empties the head while nothing is shown. */
  protected final void clearHead() {
    id.setText("");
    status.getChildren().clear();
  }

  @FXML
  protected final void close() {
    onClose.run();
  }
}
