package eu.callorders.console.sandbox;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The test clock: where it stands, how it walks, what happens on the way. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class SandboxView implements Screen {
  @FXML private ErrorPane error;
  @FXML private Label now;
  @FXML private Label state;
  @FXML private ProgressBar progress;
  @FXML private Button leave;
  @FXML private Button watch;
  @FXML private Label notice;
  @FXML private VBox ways;
  @FXML private PagedTable<ClockEvent> stops;

  private final ScreenContext desk;
  private final SandboxViewModel model;
  private final ClockState clock;
  private final AdvanceView waysView;
  private final Texts texts = Texts.beside(SandboxView.class);
  private final TimestampFormatter times = new TimestampFormatter();
  private final Runnable unlisten;
  private final Parent root;

  SandboxView(ScreenContext desk) {
    this.desk = desk;
    this.model = new SandboxViewModel(desk.background(), desk.session());
    this.clock = model.clock();
    this.waysView = new AdvanceView(model);
    this.root = Fxml.load(this, texts);
    this.unlisten = desk.events().listen(model::happened);
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    ways.getChildren().setAll(waysView.root());
    clock.now().addListener(ignored -> draw());
    clock.walking().addListener(ignored -> draw());
    clock.walk().addListener(ignored -> draw());
    clock.notice().addListener(ignored -> draw());
    clock.failure().addListener((ignored, before, now) -> error.show(now));
    String empty = texts.get(desk.session().may(Scope.EVENTS_READ) ? "empty" : "empty.scope");
    stops.show("clock-stops", model.stops(), columns(), empty, desk);
    stops.onOpen(this::open);
    draw();
  }

  private List<Column<ClockEvent>> columns() {
    Columns<ClockEvent> columns = new Columns<>(texts);
    return List.of(
        columns.time("at", ClockEvent::at),
        columns.text("type", 220, ClockEvent::type),
        columns.text("order", 290, ClockEvent::orderId),
        columns.text("enrollment", 290, ClockEvent::enrollmentId),
        columns.text("event", 290, ClockEvent::id).hidden());
  }

  /** To what a stop is about. */
  private void open(ClockEvent stop) {
    if (!stop.orderId().isEmpty()) {
      desk.navigation().go("orders", stop.orderId());
    } else if (!stop.enrollmentId().isEmpty()) {
      desk.navigation().go("enrollments", stop.enrollmentId());
    }
  }

  private void draw() {
    Instant at = clock.now().get();
    ClockAdvance walk = clock.walk().get();
    boolean walking = clock.walking().get();
    ClockState.Notice told = clock.notice().get();
    boolean unwatched = told == ClockState.Notice.UNWATCHED;
    now.setText(at == null ? "–" : times.text(at.toString()));
    state.setText(at == null ? "" : texts.get(walking ? "advancing" : "ready"));
    progress.setProgress(walk == null ? ClockAdvance.UNKNOWN : walk.progress());
    visible(progress, walking && !unwatched);
    visible(leave, walking && !unwatched);
    visible(watch, unwatched);
    visible(notice, told != null);
    notice.setText(told == null ? "" : words(told, walk));
  }

  private String words(ClockState.Notice told, @Nullable ClockAdvance walk) {
    String target = walk == null ? "" : times.text(walk.target().toString());
    return texts.get("notice." + told.name().toLowerCase(Locale.ROOT), now.getText(), target);
  }

  private static void visible(Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
  }

  @FXML
  void leave() {
    model.leave();
  }

  @FXML
  void watch() {
    model.watchAgain();
  }

  @Override
  public void shown() {
    model.start();
  }

  @Override
  public void refresh() {
    model.watchAgain();
  }

  @Override
  public void search() {
    waysView.focus();
  }

  @Override
  public void close() {
    model.stop();
    unlisten.run();
  }
}
