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
 * Runs the console and executes commands from standard input; each is answered by a line on
 * standard output. Used by {@code bench/run console}. The arguments are those of the console.
 */
public final class ConsoleProbe {
  private static final long POLL_MILLIS = 5;
  private static final long SETTLING_MILLIS = 200;
  private static final int COLLECTIONS = 4;

  private static Scene console;

  private ConsoleProbe() {}

  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ENGLISH);
    Thread.ofPlatform().daemon().start(ConsoleProbe::executeCommands);
    Main.main(arguments);
  }

  private static void executeCommands() {
    try (BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      awaitToolkit();
      for (String command = commands.readLine(); command != null; command = commands.readLine()) {
        System.out.println(execute(command.split(" ", -1)));
      }
    } catch (IOException | RuntimeException | InterruptedException e) {
      e.printStackTrace();
    }
    Platform.exit();
  }

  /** JavaFX reports no start, so this polls. */
  private static void awaitToolkit() throws InterruptedException {
    while (true) {
      try {
        Platform.runLater(() -> {});
        return;
      } catch (IllegalStateException e) {
        Thread.sleep(POLL_MILLIS);
      }
    }
  }

  private static String execute(String[] command) throws InterruptedException {
    return switch (command[0]) {
      case "show" -> show();
      case "all" -> loadAll(number(command, 1));
      case "heap" -> heap();
      case "frames" -> new FrameTimer(scene()).idle(number(command, 1));
      case "scroll" ->
          new FrameTimer(scene()).scroll(table(), number(command, 1), number(command, 2));
      case "plain" -> showPlainTable(number(command, 1));
      case "back" -> showConsole();
      case "top" -> scrollToTop();
      case "watch" -> startLatencyProbe();
      case "seen" -> callOnFxThread(LatencyProbe::results);
      default -> throw new IllegalArgumentException(command[0]);
    };
  }

  private static int number(String[] command, int index) {
    return Integer.parseInt(command[index]);
  }

  /** Shows the orders; returns the time of the first frame with rows, in microseconds. */
  private static String show() throws InterruptedException {
    await(() -> node("#go-orders") instanceof ButtonBase);
    callOnFxThread(
        () -> {
          ((ButtonBase) node("#go-orders")).fire();
          return "";
        });
    await(() -> node("#orders") instanceof TableView<?> orders && !orders.getItems().isEmpty());
    new FrameTimer(scene()).idle(2);
    return Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
  }

  /** Presses End until that many rows are loaded; returns their number. */
  private static String loadAll(int rows) throws InterruptedException {
    int[] loaded = {0};
    await(
        () -> {
          int now = table().getItems().size();
          if (now != loaded[0]) {
            loaded[0] = now;
            press(KeyCode.END);
          }
          return now >= rows;
        });
    return Integer.toString(loaded[0]);
  }

  private static String startLatencyProbe() throws InterruptedException {
    callOnFxThread(() -> LatencyProbe.start(scene(), table()));
    Thread.sleep(SETTLING_MILLIS); // excludes the cost of the start
    return callOnFxThread(LatencyProbe::reset);
  }

  private static String scrollToTop() {
    return callOnFxThread(
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

  /** Replaces the console by a plain table with the same number of columns. */
  private static String showPlainTable(int rows) {
    callOnFxThread(
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

  private static String showConsole() {
    callOnFxThread(
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
    while (!callOnFxThread(condition::getAsBoolean)) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Calls it on the JavaFX thread. */
  static <T> T callOnFxThread(Supplier<T> call) {
    CompletableFuture<T> done = new CompletableFuture<>();
    try {
      Platform.runLater(
          () -> {
            try {
              done.complete(call.get());
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
