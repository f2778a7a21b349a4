package eu.callorders.console.order;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.Texts;
import javafx.beans.Observable;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Events and deliveries of the order; Enter or a double click opens their screen. */
final class TracePane extends VBox {
  private final Texts texts;
  private final TraceViewModel model;
  private final Navigation navigation;
  private final Label known = new Label();
  private final Label none = new Label();
  private final Button further = new Button();
  private final Button retry = new Button();
  private final ErrorPane errorPane = new ErrorPane();
  private final ListView<TraceEntry> lines = new ListView<>();
  private @Nullable TraceEntry chosen;

  TracePane(Texts texts, OrderTimeline moments, TraceViewModel model, Navigation navigation) {
    super(8);
    this.texts = texts;
    this.model = model;
    this.navigation = navigation;
    getStyleClass().add("detail-page");
    further.setText(texts.get("trace.further"));
    further.setOnAction(ignored -> further());
    further.setId("trace-further");
    retry.setText(texts.get("retry"));
    retry.setOnAction(ignored -> model.retry());
    for (Button button : new Button[] {further, retry}) {
      button.getStyleClass().add("small");
      button.setMinWidth(Region.USE_PREF_SIZE);
    }
    known.setWrapText(true);
    known.getStyleClass().add("text-muted");
    known.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(known, Priority.ALWAYS);
    HBox head = new HBox(8, known, retry, further);
    head.setAlignment(Pos.CENTER_LEFT);
    list(moments);
    getChildren().setAll(head, errorPane, lines);
    model.failure().addListener((ignored, before, now) -> errorPane.show(now));
    model.lines().addListener((ListChangeListener<TraceEntry>) ignored -> changed());
    for (Observable observable :
        new Observable[] {model.searched(), model.failure(), model.detail(), model.lines()}) {
      observable.addListener(ignored -> tell());
    }
    tell();
  }

  private void list(OrderTimeline moments) {
    lines.setId("trace");
    lines.getStyleClass().add("dense");
    lines.setItems(model.lines());
    lines.setCellFactory(ignored -> new TraceCell(texts, moments, model));
    lines.setAccessibleText(texts.get("tab.events"));
    none.setWrapText(true);
    none.getStyleClass().add("empty-state");
    lines.setPlaceholder(none);
    VBox.setVgrow(lines, Priority.ALWAYS);
    lines
        .getSelectionModel()
        .selectedItemProperty()
        .addListener((ignored, before, now) -> chosen = now == null ? chosen : now);
    lines.setOnKeyPressed(
        key -> {
          if (key.getCode() == KeyCode.ENTER) {
            key.consume();
            open();
          }
        });
    lines.setOnMouseClicked(
        click -> {
          if (click.getClickCount() == 2) {
            open();
          }
        });
  }

  /** Restores the selection after the list was refilled. */
  private void changed() {
    int index = chosen == null ? -1 : model.lines().indexOf(chosen);
    if (index >= 0 && lines.getSelectionModel().getSelectedIndex() != index) {
      lines.getSelectionModel().select(index);
    }
  }

  private void open() {
    TraceEntry line = lines.getSelectionModel().getSelectedItem();
    if (line instanceof TraceEntry.EventEntry) {
      navigation.go("events", line.eventId());
    } else if (line != null) {
      navigation.go("deliveries", line.eventId());
    }
  }

  private void further() {
    model.searchFurther();
    tell();
  }

  /** Shows how many events are searched and which scopes are missing. */
  void tell() {
    none.setText(texts.get(model.mayFollow() ? "trace.none" : "trace.unseen"));
    int events = model.events().size();
    OrderDetail detail = model.detail().get();
    StringBuilder text = new StringBuilder();
    if (model.mayFollow()) {
      boolean complete = detail == null || detail.allEvents();
      text.append(texts.get(complete ? "trace.events" : "trace.first_events", events)).append(' ');
      text.append(
          model.maySearch()
              ? texts.get("trace.searched", model.searched().get())
              : texts.get("trace.unsearched"));
    } else {
      text.append(texts.get("needs.scope", "events:read"));
    }
    known.setText(text.toString());
    visible(further, model.hasFurther());
    visible(retry, model.failure().get() != null);
  }

  private static void visible(Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
  }
}
