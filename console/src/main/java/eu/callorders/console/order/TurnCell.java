package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Texts;
import java.time.Duration;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/** Who said what, and when; only what is in sight is drawn, however long they talked. */
final class TurnCell extends ListCell<JsonNode> {
  private static final double SPEAKERS = 96;

  private final Texts texts;
  private final Label speaker = new Label();
  private final Label at = new Label();
  private final Label text = new Label();
  private final HBox line = new HBox(8, at, speaker, text);

  TurnCell(Texts texts) {
    this.texts = texts;
    speaker.setMinWidth(SPEAKERS);
    speaker.getStyleClass().add("speaker");
    at.getStyleClass().add("moment-time");
    at.setMinWidth(40);
    text.setWrapText(true);
    text.setMinHeight(Region.USE_PREF_SIZE);
    line.setAlignment(Pos.TOP_LEFT);
    HBox.setHgrow(text, Priority.ALWAYS);
    line.prefWidthProperty().bind(widthProperty().subtract(32));
    setPrefWidth(0);
  }

  @Override
  protected void updateItem(@Nullable JsonNode turn, boolean empty) {
    super.updateItem(turn, empty);
    if (turn == null || empty) {
      setGraphic(null);
      return;
    }
    String who = turn.path("speaker").asText();
    Duration since = Duration.ofMillis(turn.path("start_ms").asLong());
    speaker.setText(texts.value("speaker", who));
    speaker.getStyleClass().setAll("label", "speaker", "speaker-" + who);
    at.setText("%d:%02d".formatted(since.toMinutes(), since.toSecondsPart()));
    text.setText(turn.path("text").asText());
    setGraphic(line);
  }
}
