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
 * {@code --check}: connects to the demo, shows each screen once and exits; with status 1 and a
 * message on failure. Verifies an installation, and shows the image builder what a start loads.
 */
final class SelfCheck {
  private static final Duration TIMEOUT = Duration.seconds(60);

  /** Per screen; long enough to load and render it. */
  private static final Duration SCREEN_TIME = Duration.millis(500);

  private final Texts texts;
  private final Animation timeout = new PauseTransition(TIMEOUT);

  private SelfCheck(Texts texts) {
    this.texts = texts;
  }

  /** Call it before the console connects. */
  static SelfCheck begin(Texts texts) {
    SelfCheck check = new SelfCheck(texts);
    Logger.getLogger("").addHandler(check.new ErrorLogHandler());
    check.timeout.setOnFinished(ignored -> fail(texts.get("check.not_connected")));
    check.timeout.play();
    return check;
  }

  void connected(MainView view) {
    timeout.stop();
    Iterator<Runnable> openers = view.screenOpeners().iterator();
    Timeline timer = new Timeline();
    timer
        .getKeyFrames()
        .setAll(new KeyFrame(SCREEN_TIME, ignored -> next(openers, timer, view.title())));
    timer.setCycleCount(Animation.INDEFINITE);
    timer.play();
  }

  private void next(Iterator<Runnable> openers, Animation timer, String title) {
    if (openers.hasNext()) {
      openers.next().run();
    } else {
      timer.stop();
      System.out.println(texts.get("check.done", title));
      Platform.exit();
    }
  }

  private static void fail(String message) {
    System.err.println(message);
    System.exit(1);
  }

  /** Fails on each error in the log. */
  private final class ErrorLogHandler extends Handler {
    @Override
    public void publish(LogRecord logged) {
      if (logged.getLevel().intValue() >= Level.SEVERE.intValue()) {
        Platform.runLater(() -> fail(texts.get("check.mistake", logged.getMessage())));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
