package eu.callorders.console.probe;

import eu.callorders.console.app.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import javafx.stage.Window;

/**
 * The console with somebody inside who does what standard input says and answers each line with one
 * on standard output: what {@code bench/run console} talks to. Arguments are the console's.
 */
public final class ConsoleProbe {
  private static final long LOOK_MILLIS = 5;
  private static final long SETTLING_MILLIS = 200;
  private static final int COLLECTIONS = 4;

  private static Scene console;

  private ConsoleProbe() {}

  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ENGLISH);
    Thread.ofPlatform().daemon().start(ConsoleProbe::obey);
    Main.main(arguments);
  }

  private static void obey() {
    try (BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      awaitToolkit();
      for (String order = orders.readLine(); order != null; order = orders.readLine()) {
        System.out.println(answer(order.split(" ", -1)));
      }
    } catch (IOException | RuntimeException | InterruptedException e) {
      e.printStackTrace();
    }
    Platform.exit();
  }

  /** Nothing says when it is there. */
  private static void awaitToolkit() throws InterruptedException {
    while (true) {
      try {
        Platform.runLater(() -> {});
        return;
      } catch (IllegalStateException e) {
        Thread.sleep(LOOK_MILLIS);
      }
    }
  }

  private static String answer(String[] order) throws InterruptedException {
    return switch (order[0]) {
      case "show" -> show();
      case "all" -> all(number(order, 1));
      case "heap" -> heap();
      case "frames" -> new FrameTimer(scene()).idle(number(order, 1));
      case "scroll" -> new FrameTimer(scene()).scroll(table(), number(order, 1), number(order, 2));
      case "plain" -> plain(number(order, 1));
      case "back" -> back();
      case "top" -> top();
      case "watch" -> watch();
      case "seen" -> draw(LatencyProbe::seen);
      default -> throw new IllegalArgumentException(order[0]);
    };
  }

  private static int number(String[] order, int index) {
    return Integer.parseInt(order[index]);
  }

  /** Goes to the orders; when the first of them were drawn. */
  private static String show() throws InterruptedException {
    await(() -> node("#go-orders") instanceof ButtonBase);
    draw(
        () -> {
          ((ButtonBase) node("#go-orders")).fire();
          return "";
        });
    await(() -> node("#orders") instanceof TableView<?> orders && !orders.getItems().isEmpty());
    new FrameTimer(scene()).idle(2);
    return Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
  }

  /** Presses End until there are that many; how many there are. */
  private static String all(int rows) throws InterruptedException {
    int[] known = {0};
    await(
        () -> {
          int now = table().getItems().size();
          if (now != known[0]) {
            known[0] = now;
            press(KeyCode.END);
          }
          return now >= rows;
        });
    return Integer.toString(known[0]);
  }

  private static String watch() throws InterruptedException {
    draw(() -> LatencyProbe.over(scene(), table()));
    Thread.sleep(SETTLING_MILLIS); // what that took is of no interest
    return draw(LatencyProbe::afresh);
  }

  private static String top() {
    return draw(
        () -> {
          press(KeyCode.HOME);
          return "";
        });
  }

  private static void press(KeyCode key) {
    table().requestFocus();
    Event.fireEvent(
        table(), new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, false, false, false, false));
  }

  private static String heap() throws InterruptedException {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      Thread.sleep(SETTLING_MILLIS);
    }
    return Long.toString(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
  }

  /** Another table of as many columns and so many rows in place of the console. */
  private static String plain(int rows) {
    draw(
        () -> {
          console = scene();
          Scene scene =
              new Scene(
                  PlainTableApp.table(rows, table()), console.getWidth(), console.getHeight());
          scene.getStylesheets().setAll(console.getStylesheets());
          show(scene);
          return "";
        });
    return new FrameTimer(scene()).idle(3).isEmpty() ? "" : "ok";
  }

  private static String back() {
    draw(
        () -> {
          show(console);
          return "";
        });
    return new FrameTimer(scene()).idle(3).isEmpty() ? "" : "ok";
  }

  private static void show(Scene scene) {
    ((Stage) Window.getWindows().getFirst()).setScene(scene);
  }

  static Scene scene() {
    return Window.getWindows().getFirst().getScene();
  }

  private static Node node(String query) {
    return Window.getWindows().isEmpty() ? null : scene().lookup(query);
  }

  private static TableView<?> table() {
    return (TableView<?>) node("#orders");
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!draw(condition::getAsBoolean)) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** Does that on the thread that draws. */
  static <T> T draw(Supplier<T> what) {
    CompletableFuture<T> done = new CompletableFuture<>();
    try {
      Platform.runLater(
          () -> {
            try {
              done.complete(what.get());
            } catch (RuntimeException e) {
              done.completeExceptionally(e);
            }
          });
      return done.get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
