package eu.callorders.console.order;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The opened transcript, below the calls. */
final class TranscriptPane extends VBox {
  private final Texts texts;
  private final Label message = new Label();
  private final ErrorPane errorPane = new ErrorPane();
  private final ListView<TurnLine> turns = new ListView<>();

  TranscriptPane(Texts texts, TranscriptViewModel model) {
    super(6);
    this.texts = texts;
    message.getStyleClass().add("text-muted");
    message.setWrapText(true);
    turns.setId("transcript");
    turns.setCellFactory(ignored -> new TurnCell(texts));
    turns.setAccessibleText(texts.get("transcript.title"));
    VBox.setVgrow(turns, Priority.ALWAYS);
    VBox.setVgrow(this, Priority.ALWAYS);
    getChildren().setAll(errorPane, message, turns);
    model.transcript().addListener((ignored, before, now) -> show(now));
    model.failure().addListener((ignored, before, now) -> errorPane.show(now));
    model.busy().addListener((ignored, before, now) -> busyChanged(now));
    show(null);
  }

  private void busyChanged(boolean busy) {
    if (busy) {
      showMessage(texts.get("transcript.loading"));
    } else if (!turns.isVisible()) {
      showMessage("");
    }
  }

  private void show(@Nullable Transcript transcript) {
    Visibility.set(turns, transcript != null);
    if (transcript == null) {
      turns.getItems().clear();
      showMessage("");
      return;
    }
    turns.getItems().setAll(transcript.lines());
    turns.scrollTo(0);
    String count = texts.get("transcript.turns", transcript.turns());
    showMessage(transcript.isComplete() ? count : count + " " + texts.get("transcript.incomplete"));
  }

  private void showMessage(String text) {
    message.setText(text);
    Visibility.set(message, !text.isEmpty());
  }
}
