package eu.callorders.console.alert;

import eu.callorders.console.ui.Texts;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** The alerts of the session beside the screen, the latest first. */
final class AlertDrawer extends VBox {
  private static final double WIDTH = 420;

  private final ListView<AlertEntry> list;
  private final Consumer<AlertEntry> follow;
  private final Runnable onClose;

  /**
   * @param follow goes to the cause of an alert
   */
  AlertDrawer(
      AlertsViewModel model,
      Texts texts,
      AlertFormatter formatter,
      Consumer<AlertEntry> follow,
      Runnable onClose) {
    this.follow = follow;
    this.onClose = onClose;
    list = new ListView<>(model.entries);
    list.setId("alerts");
    list.setAccessibleText(texts.get("title"));
    list.setCellFactory(ignored -> new AlertCell(texts, formatter, follow));
    Label none = new Label(texts.get("none"));
    none.getStyleClass().add("empty-state");
    none.setWrapText(true);
    list.setPlaceholder(none);
    setVgrow(list, Priority.ALWAYS);
    Label title = new Label(texts.get("title"));
    title.getStyleClass().add("section");
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    Button close = new Button("", new FontIcon("fth-x"));
    close.setId("close-alerts");
    close.setAccessibleText(texts.get("close"));
    close.getStyleClass().addAll("button-icon", "flat");
    close.setOnAction(ignored -> onClose.run());
    HBox head = new HBox(title, space, close);
    head.setAlignment(Pos.CENTER_LEFT);
    head.getStyleClass().add("detail-head");
    setId("alert-drawer");
    getStyleClass().add("alert-drawer");
    setMaxWidth(WIDTH);
    setPrefWidth(WIDTH);
    addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
    getChildren().setAll(head, list);
  }

  private void pressed(KeyEvent key) {
    AlertEntry chosen = list.getSelectionModel().getSelectedItem();
    if (key.getCode() == KeyCode.ESCAPE) {
      key.consume();
      onClose.run();
    } else if (key.getCode() == KeyCode.ENTER && list.isFocused() && chosen != null) {
      key.consume();
      follow.accept(chosen);
    }
  }

  /** Focuses the latest alert. */
  void enter() {
    list.requestFocus();
    list.getSelectionModel().selectFirst();
  }
}
