package eu.callorders.console.steps;

import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Shows the steps of a sequence and the progress of an enrollment. */
public final class StepsPane extends VBox {
  private final Texts texts = Texts.of(StepsPane.class);
  private final StepCard cards = new StepCard(texts, new TimestampFormatter());
  private @Nullable SequenceSteps shown;

  public StepsPane() {
    getStyleClass().add("steps");
  }

  /**
   * Shows the steps.
   *
   * @param openOrder opens the order with the identifier
   */
  public void show(SequenceSteps steps, Consumer<String> openOrder) {
    if (steps.equals(shown)) {
      return; // keeps the focus on a link
    }
    shown = steps;
    List<StepState> states = steps.steps();
    getChildren().clear();
    for (int index = 0; index < states.size(); index++) {
      boolean isLast = index + 1 == states.size();
      getChildren().add(cards.render(states.get(index), index + 1, isLast, openOrder));
    }
  }
}
