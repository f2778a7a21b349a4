package eu.callorders.console.steps;

import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Draws a ladder: a mark for every step, what it does, and how far somebody has come. */
public final class StepsPane extends VBox {
  private final Texts texts = Texts.beside(StepsPane.class);
  private final StepCard cards = new StepCard(texts, new TimestampFormatter());
  private @Nullable SequenceSteps drawn;

  public StepsPane() {
    getStyleClass().add("steps");
  }

  /**
   * Draws that one.
   *
   * @param openOrder shows the order of that identifier
   */
  public void show(SequenceSteps ladder, Consumer<String> openOrder) {
    if (ladder.equals(drawn)) {
      return; // the keyboard may stand on a link
    }
    drawn = ladder;
    List<StepState> rungs = ladder.rungs();
    getChildren().clear();
    for (int place = 0; place < rungs.size(); place++) {
      boolean last = place + 1 == rungs.size();
      getChildren().add(cards.of(rungs.get(place), place + 1, last, openOrder));
    }
  }
}
