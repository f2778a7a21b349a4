package eu.callorders.console.ui;

import eu.callorders.console.api.Failure;
import javafx.fxml.FXML;
import javafx.scene.control.TextField;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

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

  /** Shows the identifier alone, until more is known; empty while nothing is shown. */
  protected final void clearHead(String identifier) {
    id.setText(identifier);
    status.getChildren().clear();
  }

  /** Shows why the resource with that identifier was not loaded; null for no failure. */
  protected final void showFailure(String identifier, @Nullable Failure cause) {
    error.show(cause);
    id.setText(identifier);
  }

  @FXML
  protected final void close() {
    onClose.run();
  }
}
