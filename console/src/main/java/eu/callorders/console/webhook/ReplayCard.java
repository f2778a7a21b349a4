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
  private final Label mixed = new Label();
  private final ErrorPane trouble = new ErrorPane();
  private final Button follow = new Button();
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
    mixed.setWrapText(true);
    mixed.setText(texts.get("replay.mixed"));
    mixed.getStyleClass().add("text-muted");
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setAccessibleText(texts.get("replay.progress"));
    follow.getStyleClass().addAll("small", "flat");
    follow.setOnAction(ignored -> toggle());
    getChildren().addAll(title, bar, counts, mixed, trouble, follow);
    show(null);
  }

  void show(@Nullable ReplayProgress progress) {
    if (shown != null) {
      shown.tally().removeListener(redraw);
      shown.failure().removeListener(redraw);
      shown.following().removeListener(redraw);
    }
    shown = progress;
    visible(this, progress != null);
    if (progress != null) {
      progress.tally().addListener(redraw);
      progress.failure().addListener(redraw);
      progress.following().addListener(redraw);
      redraw();
    }
  }

  private void toggle() {
    if (shown != null && shown.following().get()) {
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
    visible(mixed, isMixed);
    bar.setProgress(tally.share());
    counts.setText(
        texts.get(
            "replay.counts",
            tally.succeeded(),
            tally.waiting(),
            tally.retrying(),
            tally.failed(),
            tally.skipped()));
    @Nullable Failure failure = shown.failure().get();
    trouble.show(failure);
    follow.setText(texts.get(shown.following().get() ? "replay.unfollow" : "replay.follow"));
    visible(follow, isMixed || !tally.isOver());
  }

  private static String title(ReplayTally tally, boolean isMixed) {
    if (tally.isCutShort()) {
      return "replay.cut_short";
    }
    if (!tally.isOver()) {
      return "replay.running";
    }
    return isMixed && tally.expected() > 0 ? "replay.over.mixed" : "replay.over";
  }

  private static void visible(Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
  }
}
