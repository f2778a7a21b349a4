package eu.callorders.console.order;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import javafx.geometry.VPos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.RowConstraints;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The opened transcript, below the calls. */
final class TranscriptPane extends VBox {
  private final Texts texts;
  private final Label message = Labels.wrapped("", "text-muted");
  private final ErrorPane errorPane = new ErrorPane();
  private final ListView<Transcript.TurnLine> turns = new ListView<>();

  TranscriptPane(Texts texts, TranscriptViewModel model) {
    super(6);
    this.texts = texts;
    turns.setId("transcript");
    turns.setCellFactory(ignored -> new TurnCell(texts));
    turns.setAccessibleText(texts.get("transcript.title"));
    VBox.setVgrow(turns, Priority.ALWAYS);
    VBox.setVgrow(this, Priority.ALWAYS);
    getChildren().setAll(errorPane, message, turns);
    model.detail().addListener((ignored, before, now) -> show(now));
    model.failure().addListener((ignored, before, now) -> errorPane.show(now));
    model.loading().addListener((ignored, before, now) -> busyChanged(now));
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

  /** One line of a transcript; virtualized, so its length does not matter. */
  private static final class TurnCell extends ListCell<Transcript.TurnLine> {
    private static final double TIME_WIDTH = 52;
    private static final double SPEAKER_WIDTH = 96;

    private final Texts texts;
    private final Label at = new Label();
    private final Label speaker = new Label();
    private final Label text = new Label();
    private final GridPane line = new GridPane();

    TurnCell(Texts texts) {
      this.texts = texts;
      at.getStyleClass().add("timeline-time");
      text.setWrapText(true);
      text.setMinHeight(Region.USE_PREF_SIZE);
      text.setMaxWidth(Double.MAX_VALUE);
      ColumnConstraints rest = new ColumnConstraints();
      rest.setHgrow(Priority.ALWAYS);
      rest.setFillWidth(true);
      RowConstraints top = new RowConstraints();
      top.setValignment(VPos.TOP);
      line.setHgap(8);
      line.getColumnConstraints()
          .setAll(new ColumnConstraints(TIME_WIDTH), new ColumnConstraints(SPEAKER_WIDTH), rest);
      line.getRowConstraints().setAll(top);
      line.addRow(0, at, speaker, text);
      getStyleClass().add("turn");
      setPrefWidth(0);
    }

    @Override
    protected void updateItem(Transcript.@Nullable TurnLine turn, boolean empty) {
      super.updateItem(turn, empty);
      if (turn == null || empty) {
        setGraphic(null);
        return;
      }
      speaker.setText(turn.isFirst() ? texts.value("speaker", turn.speaker()) : "");
      speaker.getStyleClass().setAll("label", "speaker", "speaker-" + turn.speaker());
      at.setText(turn.isFirst() ? turn.at() : "");
      text.setText(turn.text());
      setGraphic(line);
    }

    /** A list asks for heights before the cell has a width: then the list width counts. */
    @Override
    protected double computePrefHeight(double width) {
      if (getGraphic() == null) {
        return super.computePrefHeight(width);
      }
      double outer = width > 0 ? width : getWidth();
      double inner = Math.max(0, outer - snappedLeftInset() - snappedRightInset());
      return snapSizeY(line.prefHeight(inner)) + snappedTopInset() + snappedBottomInset();
    }
  }
}
