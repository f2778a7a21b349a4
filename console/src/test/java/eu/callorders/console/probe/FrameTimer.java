package eu.callorders.console.probe;

import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import javafx.animation.AnimationTimer;
import javafx.scene.Scene;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.VirtualFlow;

/** Measures frame intervals and the style and layout time of each frame. */
final class FrameTimer {
  private final Scene scene;

  FrameTimer(Scene scene) {
    this.scene = scene;
  }

  /** Measures frames without input: intervals, then layout times, in nanoseconds. */
  String idle(int frames) {
    return time(frames, ignored -> {});
  }

  /** Measures frames while scrolling by that many rows per frame; wraps around at the end. */
  String scroll(TableView<?> table, int frames, int rows) {
    VirtualFlow<?> flow = (VirtualFlow<?>) table.lookup(".virtual-flow");
    return time(
        frames,
        ignored -> {
          double height = flow.getFirstVisibleCell().getHeight();
          if (flow.scrollPixels(rows * height) < height) {
            flow.scrollTo(0);
          }
        });
  }

  private String time(int frames, IntConsumer onFrame) {
    CompletableFuture<String> done = new CompletableFuture<>();
    ConsoleProbe.callOnFxThread(
        () -> {
          Timer timer = new Timer(frames, onFrame, done);
          scene.addPostLayoutPulseListener(timer.laidOut);
          timer.start();
          return "";
        });
    return done.join();
  }

  private final class Timer extends AnimationTimer {
    private final long[] starts;
    private final long[] layouts;
    private final IntConsumer onFrame;
    private final CompletableFuture<String> done;
    private final Runnable laidOut = this::laidOut;
    private int frame = -1;

    private Timer(int frames, IntConsumer onFrame, CompletableFuture<String> done) {
      this.starts = new long[frames + 1];
      this.layouts = new long[frames + 1];
      this.onFrame = onFrame;
      this.done = done;
    }

    @Override
    public void handle(long now) {
      frame++;
      starts[frame] = System.nanoTime();
      if (frame == starts.length - 1) {
        stop();
        scene.removePostLayoutPulseListener(laidOut);
        done.complete(format());
      } else {
        onFrame.accept(frame);
      }
    }

    private void laidOut() {
      if (frame >= 0) {
        layouts[frame] = System.nanoTime();
      }
    }

    private String format() {
      return LongStream.concat(
              LongStream.range(0, frame).map(i -> starts[(int) i + 1] - starts[(int) i]),
              LongStream.range(0, frame).map(i -> layouts[(int) i] - starts[(int) i]))
          .mapToObj(Long::toString)
          .collect(Collectors.joining(" "));
    }
  }
}
