package eu.callorders.console.sandbox;

import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import eu.callorders.console.ui.TroublePane;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.FlowPane;

/** The test clock: where it stands, how it walks, what happens on the way. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class SandboxView implements Screen {
  private static final List<String> COMMON = List.of("PT1H", "P1D", "P3D", "P7D", "P21D");

  @FXML private TroublePane trouble;
  @FXML private Label now;
  @FXML private Label state;
  @FXML private ProgressBar progress;
  @FXML private FlowPane common;
  @FXML private TextField duration;
  @FXML private Button by;
  @FXML private Label byTarget;
  @FXML private DatePicker day;
  @FXML private TextField time;
  @FXML private Button to;
  @FXML private Label toTarget;
  @FXML private TableView<Stop> stops;

  private final Desk desk;
  private final SandboxViewModel model;
  private final Texts texts = Texts.beside(SandboxView.class);
  private final Times times = new Times();
  private final Runnable unlisten;
  private final Parent root;

  SandboxView(Desk desk) {
    this.desk = desk;
    this.model = new SandboxViewModel(desk.background(), desk.session());
    this.root = Fxml.load(this, texts);
    this.unlisten = desk.events().map(events -> events.listen(model::happened)).orElse(() -> {});
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    for (String way : COMMON) {
      Button button = new Button(texts.get("way." + way));
      button.setId("advance-" + way);
      button.setOnAction(ignored -> way(way).ifPresent(model::advance));
      button.disableProperty().bind(model.walking().or(model.now().isNull()));
      common.getChildren().add(button);
    }
    duration.textProperty().addListener(ignored -> draw());
    time.textProperty().addListener(ignored -> draw());
    day.valueProperty().addListener(ignored -> draw());
    model.now().addListener(ignored -> draw());
    model.walking().addListener(ignored -> draw());
    model.walk().addListener(ignored -> draw());
    model.failure().addListener((ignored, before, now) -> trouble.show(now));
    prepareStops();
    draw();
  }

  private void prepareStops() {
    column("at", 185, stop -> times.text(stop.at()));
    column("type", 220, Stop::type);
    column("order", 290, Stop::orderId);
    column("enrollment", 290, Stop::enrollmentId);
    Label empty = new Label(texts.get(desk.events().isPresent() ? "empty" : "empty.scope"));
    empty.getStyleClass().add("empty-state");
    empty.setWrapText(true);
    stops.setPlaceholder(empty);
    stops.setItems(model.stops());
    stops.setOnKeyPressed(
        key -> {
          if (key.getCode() == KeyCode.ENTER) {
            leave();
          }
        });
    stops.setOnMouseClicked(
        click -> {
          if (click.getClickCount() == 2) {
            leave();
          }
        });
  }

  private void column(String id, double width, java.util.function.Function<Stop, String> text) {
    TableColumn<Stop, String> column = new TableColumn<>(texts.get("column." + id));
    column.setId(id);
    column.setPrefWidth(width);
    column.setSortable(false);
    column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(text.apply(cell.getValue())));
    stops.getColumns().add(column);
  }

  /** To the order that a stop is about. */
  private void leave() {
    Stop stop = stops.getSelectionModel().getSelectedItem();
    if (stop != null && !stop.orderId().isEmpty()) {
      desk.navigation().go("orders", stop.orderId());
    }
  }

  private Optional<Advance> way(String typed) {
    Instant at = model.now().get();
    return at == null ? Optional.empty() : Advance.by(at, typed.strip());
  }

  private Optional<Advance> wayTo() {
    Instant at = model.now().get();
    LocalDate chosen = day.getValue();
    return at == null || chosen == null
        ? Optional.empty()
        : Advance.to(at, chosen, time.getText(), ZoneId.systemDefault());
  }

  private void draw() {
    Instant at = model.now().get();
    Walk walk = model.walk().get();
    boolean walking = model.walking().get();
    now.setText(at == null ? "–" : times.text(at.toString()));
    state.setText(texts.get(walking ? "advancing" : "ready"));
    progress.setVisible(walking);
    progress.setManaged(walking);
    progress.setProgress(walk == null ? Walk.UNKNOWN : walk.progress());
    describe(byTarget, way(duration.getText()), duration.getText().isBlank(), "wrong.duration");
    describe(toTarget, wayTo(), day.getValue() == null, "wrong.instant");
    by.setDisable(walking || way(duration.getText()).isEmpty());
    to.setDisable(walking || wayTo().isEmpty());
  }

  private void describe(Label label, Optional<Advance> way, boolean nothing, String wrong) {
    label.setText(
        nothing
            ? ""
            : way.map(it -> texts.get("leads", times.text(it.target().toString())))
                .orElseGet(() -> texts.get(wrong)));
  }

  @FXML
  void advanceBy() {
    way(duration.getText()).ifPresent(model::advance);
  }

  @FXML
  void advanceTo() {
    wayTo().ifPresent(model::advance);
  }

  @Override
  public void shown() {
    model.start();
  }

  @Override
  public void refresh() {
    model.stop();
    model.start();
  }

  @Override
  public void search() {
    duration.requestFocus();
  }

  @Override
  public void close() {
    model.stop();
    unlisten.run();
  }
}
