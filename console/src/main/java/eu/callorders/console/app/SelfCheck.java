package eu.callorders.console.app;

import eu.callorders.console.ui.Texts;
import java.util.Iterator;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.PauseTransition;
import javafx.animation.Timeline;
import javafx.application.Platform;
import javafx.util.Duration;

/**
 * {@code --check}: connects to the demo, looks at every screen once and ends, with status 1 and a
 * sentence when that cannot be done. Tells whether what was installed works on this machine, and
 * shows to who builds it what a start needs.
 */
final class SelfCheck {
  private static final Duration PATIENCE = Duration.seconds(60);

  /** For one screen: what it asks for is answered and drawn by then. */
  private static final Duration LOOK = Duration.millis(500);

  private final Texts texts;
  private final Animation patience = new PauseTransition(PATIENCE);

  private SelfCheck(Texts texts) {
    this.texts = texts;
  }

  /** Before the console connects. */
  static SelfCheck begin(Texts texts) {
    SelfCheck check = new SelfCheck(texts);
    Logger.getLogger("").addHandler(check.new ErrorLogHandler());
    check.patience.setOnFinished(ignored -> fail(texts.get("check.not_connected")));
    check.patience.play();
    return check;
  }

  void connected(MainView view) {
    patience.stop();
    Iterator<Runnable> looks = view.looks().iterator();
    Timeline walk = new Timeline();
    walk.getKeyFrames().setAll(new KeyFrame(LOOK, ignored -> next(looks, walk, view.title())));
    walk.setCycleCount(Animation.INDEFINITE);
    walk.play();
  }

  private void next(Iterator<Runnable> looks, Animation walk, String title) {
    if (looks.hasNext()) {
      looks.next().run();
    } else {
      walk.stop();
      System.out.println(texts.get("check.done", title));
      Platform.exit();
    }
  }

  private static void fail(String why) {
    System.err.println(why);
    System.exit(1);
  }

  /** What is wrong with the program is logged, whoever notices it. */
  private final class ErrorLogHandler extends Handler {
    @Override
    public void publish(LogRecord said) {
      if (said.getLevel().intValue() >= Level.SEVERE.intValue()) {
        Platform.runLater(() -> fail(texts.get("check.mistake", said.getMessage())));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
