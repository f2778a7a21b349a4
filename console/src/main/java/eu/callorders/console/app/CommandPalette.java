package eu.callorders.console.app;

import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.function.Function;
import javafx.application.Platform;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Finds commands by what is typed, above the visible screen. */
final class CommandPalette extends VBox {
  private static final double WIDTH = 560;
  private static final double ROW_HEIGHT = 34;
  private static final int MAX_ROWS = 10;

  private final Texts texts;
  private final Function<String, List<Command>> find;
  private final TextField field = new TextField();
  private final ListView<Command> found = new ListView<>();
  private @Nullable Node focusedBefore;

  /**
   * @param find commands for a text, the best first
   */
  CommandPalette(Texts texts, Function<String, List<Command>> find) {
    this.texts = texts;
    this.find = find;
    setId("palette");
    getStyleClass().add("command-palette");
    setMaxSize(WIDTH, USE_PREF_SIZE);
    field.setId("palette-text");
    field.setPromptText(texts.get("palette"));
    field.setAccessibleText(texts.get("palette"));
    field.textProperty().addListener(ignored -> showFound());
    found.setId("palette-commands");
    found.setAccessibleText(texts.get("command.palette"));
    found.setFixedCellSize(ROW_HEIGHT);
    found.setFocusTraversable(false);
    found.setCellFactory(ignored -> new CommandCell());
    addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
    focusWithinProperty().addListener(ignored -> Platform.runLater(this::closeWithoutFocus));
    getChildren().setAll(field, found);
  }

  /** Opens it above the screen in that pane. */
  void open(StackPane screen) {
    if (getParent() == null) {
      focusedBefore = screen.getScene().getFocusOwner();
      StackPane.setAlignment(this, Pos.TOP_CENTER);
      StackPane.setMargin(this, new Insets(ROW_HEIGHT));
      screen.getChildren().add(this);
    }
    field.clear();
    showFound();
    field.requestFocus();
  }

  private void showFound() {
    found.getItems().setAll(find.apply(field.getText().strip()));
    found.getSelectionModel().selectFirst();
    found.setPrefHeight(Math.clamp(found.getItems().size(), 1, MAX_ROWS) * ROW_HEIGHT + 2);
  }

  private void pressed(KeyEvent key) {
    if (key.getCode() == KeyCode.ESCAPE) {
      close();
    } else if (key.getCode() == KeyCode.ENTER) {
      runSelected();
    } else if (key.getCode() == KeyCode.DOWN) {
      select(1);
    } else if (key.getCode() == KeyCode.UP) {
      select(-1);
    } else {
      return;
    }
    key.consume();
  }

  private void select(int step) {
    int index = found.getSelectionModel().getSelectedIndex() + step;
    if (index >= 0 && index < found.getItems().size()) {
      found.getSelectionModel().clearAndSelect(index);
      found.scrollTo(index);
    }
  }

  private void runSelected() {
    Command chosen = found.getSelectionModel().getSelectedItem();
    if (chosen != null) {
      close();
      chosen.action().run();
    }
  }

  private void closeWithoutFocus() {
    if (!isFocusWithin()) {
      remove();
    }
  }

  /** Returns the focus to where it was. */
  private void close() {
    remove();
    if (focusedBefore != null) {
      focusedBefore.requestFocus();
    }
  }

  private void remove() {
    if (getParent() instanceof StackPane screen) {
      screen.getChildren().remove(this);
    }
  }

  /** The title of a command, and its key at the right. */
  private final class CommandCell extends ListCell<Command> {
    private final Label title = new Label();
    private final Label key = new Label();
    private final HBox line;

    private CommandCell() {
      Region space = new Region();
      HBox.setHgrow(space, Priority.ALWAYS);
      key.setMinWidth(USE_PREF_SIZE);
      key.getStyleClass().add("text-muted");
      line = new HBox(title, space, key);
      line.setAlignment(Pos.CENTER_LEFT);
      setPrefWidth(0); // the list cuts a long title instead of scrolling
      setOnMouseClicked(ignored -> runSelected());
    }

    @Override
    protected void updateItem(@Nullable Command command, boolean empty) {
      super.updateItem(command, empty);
      if (command == null || empty) {
        setGraphic(null);
        return;
      }
      title.setText(command.title());
      key.setText(command.key() == null ? "" : Shortcuts.text(command.key(), texts));
      setGraphic(line);
    }
  }
}
