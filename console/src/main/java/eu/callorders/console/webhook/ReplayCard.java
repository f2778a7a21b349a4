package eu.callorders.console.webhook;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.FxmlView;
import javafx.beans.value.ChangeListener;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Shows the progress of a replay; hidden if there is none. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class ReplayCard extends FxmlView {
  @FXML private VBox card;
  @FXML private Label title;
  @FXML private ProgressBar bar;
  @FXML private Label counts;
  @FXML private Label mixedNote;
  @FXML private ErrorPane error;
  @FXML private Button pollButton;

  private final ChangeListener<Object> redraw = (ignored, before, now) -> redraw();
  private @Nullable ReplayProgress shown;

  ReplayCard() {
    load();
  }

  void show(@Nullable ReplayProgress progress) {
    if (shown != null) {
      shown.state.removeListener(redraw);
    }
    shown = progress;
    card.setVisible(progress != null);
    if (progress != null) {
      progress.state.addListener(redraw);
      redraw();
    }
  }

  @FXML
  void togglePolling() {
    if (shown != null && shown.state.get().polling()) {
      shown.stop();
    } else if (shown != null) {
      shown.start();
    }
  }

  private void redraw() {
    if (shown == null) {
      return;
    }
    ReplayProgress.ReplayState state = shown.state.get();
    ReplayTally tally = state.tally();
    boolean isMixed = shown.isMixed();
    title.setText(texts.get(title(tally, isMixed), tally.expected()));
    mixedNote.setVisible(isMixed);
    bar.setProgress(tally.progress());
    counts.setText(
        texts.get(
            "replay.counts",
            tally.succeeded(),
            tally.waiting(),
            tally.retrying(),
            tally.failed(),
            tally.skipped()));
    error.show(state.failure());
    pollButton.setText(texts.get(state.polling() ? "replay.unfollow" : "replay.follow"));
    pollButton.setVisible(isMixed || !tally.isFinal());
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
}
