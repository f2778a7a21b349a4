package eu.callorders.console.ui;

import eu.callorders.console.api.Failure;
import eu.callorders.console.work.ActionRunner;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Shows an error and what to do about it; hidden without an error. */
public final class ErrorPane extends VBox {
  private final Label title = Labels.wrapped("", "error-title");
  private final Label advice = Labels.wrapped("");

  public ErrorPane() {
    getStyleClass().add("error");
    getChildren().addAll(title, advice);
    Visibility.set(this, false);
  }

  public void show(@Nullable Failure failure) {
    show(failure == null ? null : FailureMessage.of(failure));
  }

  /** Shows a failed write, which is not retried. */
  public void showOfWrite(@Nullable Failure failure) {
    show(failure == null ? null : FailureMessage.ofWrite(failure));
  }

  /** Names what the failed write concerns, which may not be what is shown or selected. */
  public void showOfWrite(@Nullable Failure failure, String name) {
    showOfWrite(failure);
    if (failure != null && !name.isEmpty()) {
      title.setText(name + ": " + title.getText());
    }
  }

  /** Shows why the last of these actions failed, with the name of its row. */
  public void showFailuresOf(ActionRunner actions) {
    actions.failure.addListener((ignored, before, now) -> showOfWrite(now, actions.target()));
    showOfWrite(actions.failure.get(), actions.target());
  }

  private void show(@Nullable FailureMessage message) {
    Visibility.set(this, message != null);
    if (message != null) {
      title.setText(message.title());
      advice.setText(message.advice());
    }
  }
}
