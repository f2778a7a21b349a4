package eu.callorders.console.probe;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.TableView;

/** Records when rows appear at the top of the table, and how long the JavaFX thread is busy. */
final class LatencyProbe {
  private static final int TOP = 100;
  private static final long PAUSE_MILLIS = 2;
  private static final Pattern ID = Pattern.compile("id=(ord_\\w+)");
  private static final Map<String, Long> SEEN = new HashMap<>();
  private static final AtomicLong MAX_BUSY_NANOS = new AtomicLong();

  private static Object topmost = "";

  private LatencyProbe() {}

  /** Starts the measurement; only the first call starts threads. */
  static String start(Scene scene, TableView<?> table) {
    if (SEEN.isEmpty()) {
      Thread.ofPlatform().daemon().start(LatencyProbe::measureFxThread);
      new AnimationTimer() {
        @Override
        public void handle(long now) {
          recordRows(table); // the rows of the previous frame
        }
      }.start();
    }
    SEEN.clear();
    topmost = "";
    recordRows(table);
    return "";
  }

  /** Resets the busy time. */
  static String reset() {
    MAX_BUSY_NANOS.set(0);
    return "";
  }

  private static void recordRows(TableView<?> table) {
    if (table.getItems().isEmpty() || table.getItems().getFirst() == topmost) {
      return;
    }
    topmost = table.getItems().getFirst();
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    for (Object row : table.getItems().subList(0, Math.min(TOP, table.getItems().size()))) {
      Matcher id = ID.matcher(row.toString());
      if (id.find()) {
        SEEN.putIfAbsent(id.group(1), now);
      }
    }
  }

  private static void measureFxThread() {
    while (true) {
      long start = System.nanoTime();
      ConsoleProbe.callOnFxThread(() -> "");
      MAX_BUSY_NANOS.accumulateAndGet(System.nanoTime() - start, Math::max);
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** The longest busy time of the JavaFX thread in nanoseconds, then rows with their times. */
  static String results() {
    assert Platform.isFxApplicationThread();
    return MAX_BUSY_NANOS
        + SEEN.entrySet().stream()
            .map(row -> " " + row.getKey() + "=" + row.getValue())
            .collect(Collectors.joining());
  }
}
