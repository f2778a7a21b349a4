package eu.callorders.console.app;

import eu.callorders.console.TestRegistration;
import eu.callorders.console.app.OperatorTask.Effort;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;

/** Works on the console as an operator does, at first on the orders, and counts clicks and keys. */
final class OperatorRobot implements AutoCloseable {
  private final ConsoleFixture console;
  private int clicks;
  private int keys;

  private OperatorRobot(ConsoleFixture console) {
    this.console = console;
  }

  /** Connects with that registration and the administration. */
  static OperatorRobot start(Path home, TestRegistration client, String language) throws Exception {
    Path directory = client.in(home, client.sandbox().adminToken());
    OperatorRobot operator =
        new OperatorRobot(ConsoleFixture.start(home, directory, Locale.of(language)));
    operator.console.open("orders");
    return operator;
  }

  /** Clicks on the node once it is enabled. */
  void click(Node target) {
    await(() -> !target.isDisabled());
    console.runAndWait(() -> {}); // lays it out: the robot clicks where it is
    console.robot().clickOn(target);
    clicks++;
  }

  /** Clicks on the node of that query once it is enabled. */
  void click(String query) {
    click(find(query));
  }

  /** Clicks on the first usual reason, and returns it. */
  String clickReason() {
    Button preset = find(".reason-presets .button");
    click(preset);
    return preset.getText();
  }

  /** Presses these keys together, which count as one. */
  void press(KeyCode... chord) {
    console.robot().push(chord);
    keys++;
  }

  /** Presses a key for each letter and digit. */
  void write(String text) {
    text.toUpperCase(Locale.ROOT)
        .chars()
        .forEach(letter -> press(KeyCode.getKeyCode(Character.toString(letter))));
  }

  /** Presses Enter in the next file dialog, which proposes a name in that directory. */
  void acceptFileIn(Path directory) {
    console.files =
        (chooser, owner) -> {
          keys++;
          return Optional.of(directory.resolve(chooser.getInitialFileName()));
        };
  }

  /** Presses Enter in the next file dialog, in which that file is selected. */
  void acceptFile(Path file) {
    console.files =
        (chooser, owner) -> {
          keys++;
          return Optional.of(file);
        };
  }

  Effort effort() {
    return new Effort(clicks, keys);
  }

  <T extends Node> T find(String query) {
    return console.find(query);
  }

  boolean exists(String query) {
    return console.robot().lookup(query).tryQuery().isPresent();
  }

  /** Waits, which costs the operator nothing. */
  void await(Supplier<Boolean> condition) {
    console.await(condition);
  }

  /** Waits until the text of the node, of a label or a button, contains that part. */
  void awaitText(String query, String part) {
    Labeled label = find(query);
    await(() -> label.getText().contains(part));
  }

  /** All texts below the node of that query. */
  String text(String query) {
    return console.read(
        () ->
            console.robot().lookup(query + " .label").queryAll().stream()
                .map(label -> ((Labeled) label).getText())
                .collect(Collectors.joining("\n")));
  }

  /** Waits until the table has that many rows. */
  void awaitRows(String table, int count) {
    TableView<?> rows = find(table);
    await(() -> rows.getItems().size() == count);
  }

  /** Waits until the table shows a row that contains that text. */
  TableRow<?> row(String table, String text) {
    await(() -> findRow(table, text).isPresent());
    return console.read(() -> findRow(table, text).orElseThrow());
  }

  /** The cell of an open choice whose text begins with that. */
  Node choice(String text) {
    await(() -> findChoice(text).isPresent());
    return console.read(() -> findChoice(text).orElseThrow());
  }

  /** The link to the cause of the alert that contains that text. */
  Node alert(String text) {
    await(() -> findAlert(text).isPresent());
    return console.read(() -> findAlert(text).orElseThrow());
  }

  private Optional<Node> findAlert(String text) {
    return console.robot().lookup("#alerts .list-cell").queryAll().stream()
        .filter(cell -> String.valueOf(cell.getAccessibleText()).contains(text))
        .map(cell -> cell.lookup(".alert-link"))
        .findFirst();
  }

  private Optional<Node> findChoice(String text) {
    return console.robot().lookup(".combo-box-popup .list-cell").queryAll().stream()
        .filter(cell -> ((Labeled) cell).getText() instanceof String it && it.startsWith(text))
        .findFirst();
  }

  private Optional<TableRow<?>> findRow(String table, String text) {
    return console.robot().lookup(table + " .table-row-cell").queryAll().stream()
        .<TableRow<?>>map(row -> (TableRow<?>) row)
        .filter(row -> row.getItem() instanceof Object item && item.toString().contains(text))
        .findFirst();
  }

  @Override
  public void close() throws TimeoutException {
    console.close();
  }
}
