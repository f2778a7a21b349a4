package eu.callorders.console.ui;

import eu.callorders.console.api.Failure;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.Pane;
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
  private final Label notice = Labels.wrapped("", "form-notice");
  private final Runnable onClose;
  private final Consumer<String> onAgreed;

  protected DetailView(Runnable onClose) {
    this(onClose, ignored -> {});
  }

  /**
   * @param onAgreed shows the resource with that identifier
   */
  protected DetailView(Runnable onClose, Consumer<String> onAgreed) {
    this.onClose = onClose;
    this.onAgreed = onAgreed;
  }

  /**
   * Shows the resource of an action that the operator has agreed to, for its outcome: a search may
   * have closed it behind the dialog.
   */
  protected final void agreed(String identifier) {
    onAgreed.accept(identifier);
  }

  protected final void showStatus(String text, StatusBadge.Tone tone) {
    status.getChildren().setAll(new StatusBadge(text, tone));
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

  /** Adds the line of {@link #showNotice}. */
  protected final void addNotice(Pane head) {
    notice.setId("detail-notice");
    notice.setMaxWidth(Double.MAX_VALUE);
    head.getChildren().add(notice);
    id.textProperty().addListener(ignored -> showNotice(""));
    showNotice("");
  }

  /** Says what was done, until another resource is shown. */
  protected final void showNotice(String text) {
    notice.setText(text);
    Visibility.set(notice, !text.isEmpty());
  }

  @FXML
  protected final void close() {
    onClose.run();
  }
}
