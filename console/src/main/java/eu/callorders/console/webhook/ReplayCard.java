package eu.callorders.console.webhook;

import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Texts;
import javafx.beans.value.ChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Shows the progress of a replay; hidden if there is none. */
final class ReplayCard extends VBox {
  private final Label title = new Label();
  private final ProgressBar bar = new ProgressBar();
  private final Label counts = new Label();
  private final Label mixedNote = new Label();
  private final ErrorPane error = new ErrorPane();
  private final Button pollButton = new Button();
  private final Texts texts;
  private final ChangeListener<Object> redraw = (ignored, before, now) -> redraw();
  private @Nullable ReplayProgress shown;

  ReplayCard(Texts texts) {
    super(6);
    this.texts = texts;
    setId("replay-progress");
    getStyleClass().add("call-card");
    title.getStyleClass().add("card-title");
    counts.setWrapText(true);
    counts.setId("replay-counts");
    mixedNote.setWrapText(true);
    mixedNote.setText(texts.get("replay.mixed"));
    mixedNote.getStyleClass().add("text-muted");
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setAccessibleText(texts.get("replay.progress"));
    pollButton.getStyleClass().addAll("small", "flat");
    pollButton.setOnAction(ignored -> toggle());
    getChildren().addAll(title, bar, counts, mixedNote, error, pollButton);
    show(null);
  }

  void show(@Nullable ReplayProgress progress) {
    if (shown != null) {
      shown.tally().removeListener(redraw);
      shown.failure().removeListener(redraw);
      shown.polling().removeListener(redraw);
    }
    shown = progress;
    visible(this, progress != null);
    if (progress != null) {
      progress.tally().addListener(redraw);
      progress.failure().addListener(redraw);
      progress.polling().addListener(redraw);
      redraw();
    }
  }

  private void toggle() {
    if (shown != null && shown.polling().get()) {
      shown.stop();
    } else if (shown != null) {
      shown.start();
    }
  }

  private void redraw() {
    if (shown == null) {
      return;
    }
    ReplayTally tally = shown.tally().get();
    boolean isMixed = shown.isMixed();
    title.setText(texts.get(title(tally, isMixed), tally.expected()));
    visible(mixedNote, isMixed);
    bar.setProgress(tally.progress());
    counts.setText(
        texts.get(
            "replay.counts",
            tally.succeeded(),
            tally.waiting(),
            tally.retrying(),
            tally.failed(),
            tally.skipped()));
    @Nullable Failure failure = shown.failure().get();
    error.show(failure);
    pollButton.setText(texts.get(shown.polling().get() ? "replay.unfollow" : "replay.follow"));
    visible(pollButton, isMixed || !tally.isFinal());
  }

  private static String title(ReplayTally tally, boolean isMixed) {
    if (tally.isIncomplete()) {
      return "replay.cut_short";
    }
    if (!tally.isFinal()) {
      return "replay.running";
    }
    return isMixed && tally.expected() > 0 ? "replay.over.mixed" : "replay.over";
  }

  private static void visible(Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
  }
}
