package eu.callorders.console.probe;

import atlantafx.base.theme.PrimerLight;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.scene.Scene;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.stage.Stage;

/** A minimal window with a table: baseline for the start of the console. */
public final class MinimalTableApp {
  private static final int ROWS = 100;

  private MinimalTableApp() {}

  public static void main(String[] arguments) {
    Application.launch(Window.class, arguments);
  }

  /** A table of one column in a window of the console's size. */
  public static final class Window extends Application {
    @Override
    public void start(Stage stage) {
      Application.setUserAgentStylesheet(new PrimerLight().getUserAgentStylesheet());
      TableView<String> table = new TableView<>();
      TableColumn<String, String> column = new TableColumn<>("Row");
      column.setCellValueFactory(row -> new ReadOnlyStringWrapper(row.getValue()));
      table.getColumns().setAll(List.of(column));
      table.setItems(
          FXCollections.observableArrayList(
              IntStream.range(0, ROWS).mapToObj(Integer::toString).toList()));
      stage.setScene(new Scene(table, 1360, 860));
      stage.show();
      Thread.ofPlatform().daemon().start(() -> printFirstFrame(stage.getScene()));
    }

    private static void printFirstFrame(Scene scene) {
      new FrameTimer(scene).idle(2);
      System.out.println(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
      try {
        System.in.transferTo(OutputStream.nullOutputStream()); // until standard input is closed
      } catch (IOException e) {
        e.printStackTrace();
      }
      Platform.exit();
    }
  }
}
