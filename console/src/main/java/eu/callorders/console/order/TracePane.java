package eu.callorders.console.order;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import javafx.beans.Observable;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.Tooltip;
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
  private final Label summary = Labels.wrapped("", "text-muted");
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
    summary.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(summary, Priority.ALWAYS);
    HBox head = new HBox(8, summary, retry, searchFurther);
    head.setAlignment(Pos.CENTER_LEFT);
    configureList(moments);
    getChildren().setAll(head, errorPane, lines);
    model.failure.addListener((ignored, before, now) -> errorPane.show(now));
    model.lines.addListener((ListChangeListener<TraceEntry>) ignored -> restoreSelection());
    for (Observable observable :
        new Observable[] {model.searchedCount, model.failure, model.detail, model.lines}) {
      observable.addListener(ignored -> updateSummary());
    }
    updateSummary();
  }

  private void configureList(OrderTimeline moments) {
    lines.setId("trace");
    lines.getStyleClass().add("dense");
    lines.setItems(model.lines);
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
    int index = lastSelected == null ? -1 : model.lines.indexOf(lastSelected);
    if (index >= 0 && lines.getSelectionModel().getSelectedIndex() != index) {
      lines.getSelectionModel().select(index);
    }
  }

  private void open() {
    TraceEntry line = lines.getSelectionModel().getSelectedItem();
    if (line instanceof TraceEntry.EventEntry) {
      navigation.go(Link.to("events", line.eventId()));
    } else if (line != null) {
      navigation.go(Link.filtered("deliveries", "event_id", line.eventId()));
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
    OrderDetail detail = model.detail.get();
    StringBuilder text = new StringBuilder();
    if (model.mayReadEvents()) {
      boolean complete = detail == null || detail.eventsComplete();
      text.append(texts.get(complete ? "trace.events" : "trace.first_events", events)).append(' ');
      text.append(
          model.maySearch()
              ? texts.get("trace.searched", model.searchedCount.get())
              : texts.get("trace.unsearched"));
    } else {
      text.append(texts.get("needs.scope", "events:read"));
    }
    summary.setText(text.toString());
    Visibility.set(searchFurther, model.hasMore());
    Visibility.set(retry, model.failure.get() != null);
  }

  /** An event, or an indented delivery with its status. */
  private static final class TraceCell extends ListCell<TraceEntry> {
    private final Texts texts;
    private final OrderTimeline timelineEntries;
    private final TraceViewModel model;

    TraceCell(Texts texts, OrderTimeline moments, TraceViewModel model) {
      this.texts = texts;
      this.timelineEntries = moments;
      this.model = model;
      getStyleClass().add("trace");
      setPrefWidth(0);
    }

    @Override
    protected void updateItem(@Nullable TraceEntry line, boolean empty) {
      super.updateItem(line, empty);
      if (line == null || empty) {
        setGraphic(null);
        setTooltip(null);
        setAccessibleText("");
        return;
      }
      switch (line) {
        case TraceEntry.EventEntry event -> render(event);
        case TraceEntry.Delivery delivery -> render(delivery);
      }
    }

    private void render(TraceEntry.EventEntry event) {
      OrderTimeline.Entry moment = timelineEntries.entry(event.event());
      setGraphic(moment.render());
      setTooltip(new Tooltip(moment.text() + "\n" + event.eventId()));
      setAccessibleText(moment.at() + " " + moment.text());
    }

    private void render(TraceEntry.Delivery delivery) {
      String status = texts.value("delivery_status", delivery.status());
      String attempts =
          JsonValues.join(
              " · ", texts.get("delivery.attempts", delivery.attempts()), delivery.lastResult());
      String url = model.url(delivery.endpointId());
      Label endpoint = Labels.explainedWhenCut(new Label(Labels.address(url)));
      endpoint.setMinWidth(0);
      endpoint.setMaxWidth(Double.MAX_VALUE);
      HBox.setHgrow(endpoint, Priority.ALWAYS);
      Label attemptsLabel = new Label(attempts);
      attemptsLabel.setMinWidth(Region.USE_PREF_SIZE);
      attemptsLabel.getStyleClass().add("text-muted");
      Node badge = new StatusBadge(status, StatusStyle.of(delivery.status()));
      HBox line = new HBox(8, badge, endpoint, attemptsLabel);
      line.setAlignment(Pos.CENTER_LEFT);
      line.getStyleClass().add("told");
      setGraphic(line);
      setTooltip(new Tooltip(url + "\n" + delivery.id()));
      setAccessibleText(status + " " + url + " " + attempts);
    }
  }
}
