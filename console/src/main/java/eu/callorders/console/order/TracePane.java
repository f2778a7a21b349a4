package eu.callorders.console.order;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import javafx.beans.Observable;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
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
  private final Label summary = new Label();
  private final Label placeholder = new Label();
  private final Button searchFurther = new Button();
  private final Button retry = new Button();
  private final ErrorPane errorPane = new ErrorPane();
  private final ListView<TraceEntry> lines = new ListView<>();
  private @Nullable TraceEntry lastSelected;

  TracePane(Texts texts, OrderTimeline moments, TraceViewModel model, Navigation navigation) {
    super(8);
    this.texts = texts;
    this.model = model;
    this.navigation = navigation;
    getStyleClass().add("detail-page");
    searchFurther.setText(texts.get("trace.further"));
    searchFurther.setOnAction(ignored -> searchFurther());
    searchFurther.setId("trace-further");
    retry.setText(texts.get("retry"));
    retry.setOnAction(ignored -> model.retry());
    for (Button button : new Button[] {searchFurther, retry}) {
      button.getStyleClass().add("small");
      button.setMinWidth(Region.USE_PREF_SIZE);
    }
    summary.setWrapText(true);
    summary.getStyleClass().add("text-muted");
    summary.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(summary, Priority.ALWAYS);
    HBox head = new HBox(8, summary, retry, searchFurther);
    head.setAlignment(Pos.CENTER_LEFT);
    configureList(moments);
    getChildren().setAll(head, errorPane, lines);
    model.failure().addListener((ignored, before, now) -> errorPane.show(now));
    model.lines().addListener((ListChangeListener<TraceEntry>) ignored -> restoreSelection());
    for (Observable observable :
        new Observable[] {model.searchedCount(), model.failure(), model.detail(), model.lines()}) {
      observable.addListener(ignored -> updateSummary());
    }
    updateSummary();
  }

  private void configureList(OrderTimeline moments) {
    lines.setId("trace");
    lines.getStyleClass().add("dense");
    lines.setItems(model.lines());
    lines.setCellFactory(ignored -> new TraceCell(texts, moments, model));
    lines.setAccessibleText(texts.get("tab.events"));
    placeholder.setWrapText(true);
    placeholder.getStyleClass().add("empty-state");
    lines.setPlaceholder(placeholder);
    VBox.setVgrow(lines, Priority.ALWAYS);
    lines
        .getSelectionModel()
        .selectedItemProperty()
        .addListener((ignored, before, now) -> lastSelected = now == null ? lastSelected : now);
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
  private void restoreSelection() {
    int index = lastSelected == null ? -1 : model.lines().indexOf(lastSelected);
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

  private void searchFurther() {
    model.searchFurther();
    updateSummary();
  }

  /** Shows how many events are searched and which scopes are missing. */
  void updateSummary() {
    placeholder.setText(texts.get(model.mayReadEvents() ? "trace.none" : "trace.unseen"));
    int events = model.events().size();
    OrderDetail detail = model.detail().get();
    StringBuilder text = new StringBuilder();
    if (model.mayReadEvents()) {
      boolean complete = detail == null || detail.eventsComplete();
      text.append(texts.get(complete ? "trace.events" : "trace.first_events", events)).append(' ');
      text.append(
          model.maySearch()
              ? texts.get("trace.searched", model.searchedCount().get())
              : texts.get("trace.unsearched"));
    } else {
      text.append(texts.get("needs.scope", "events:read"));
    }
    summary.setText(text.toString());
    Visibility.set(searchFurther, model.hasMore());
    Visibility.set(retry, model.failure().get() != null);
  }
}
