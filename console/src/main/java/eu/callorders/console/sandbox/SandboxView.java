package eu.callorders.console.sandbox;

import eu.callorders.console.api.KnownEventTypes;
import eu.callorders.console.api.Scope;
import eu.callorders.console.event.EventRow;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.FxmlView;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.Visibility;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The test clock: its time, its advances and their events. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class SandboxView extends FxmlView implements Screen {
  @FXML private ErrorPane error;
  @FXML private Label now;
  @FXML private Label state;
  @FXML private ProgressBar progress;
  @FXML private Button stopWaiting;
  @FXML private Button watchAgain;
  @FXML private Label notice;
  @FXML private VBox advanceControls;
  @FXML private PagedTable<EventRow> clockEvents;

  private final ScreenContext context;
  private final SandboxViewModel model;
  private final ClockState clock;
  private final AdvanceView advanceView;
  private final TimestampFormatter timestamps = new TimestampFormatter();
  private final List<Runnable> subscriptions;

  SandboxView(ScreenContext context) {
    this.context = context;
    this.model = new SandboxViewModel(context.background(), context.session());
    this.clock = model.clock;
    this.advanceView = new AdvanceView(model, context.session());
    load();
    this.subscriptions =
        List.of(
            context.events().listen(model::handleEvents),
            context.events().onGap(model::eventsMissed));
  }

  public static Feature feature() {
    Texts texts = Texts.of(SandboxView.class);
    return new Feature(
        "sandbox",
        texts.get("title"),
        "fth-clock",
        session -> session.isSandbox() && session.administration().isPresent(),
        texts.get("needs.sandbox"),
        SandboxView::new);
  }

  @FXML
  void initialize() {
    advanceControls.getChildren().setAll(advanceView.root());
    stopWaiting.setOnAction(ignored -> model.stopWaiting());
    watchAgain.setOnAction(ignored -> model.watchAgain());
    clock.now.addListener(ignored -> render());
    clock.advancing.addListener(ignored -> render());
    clock.lastAdvance.addListener(ignored -> render());
    clock.notice.addListener(ignored -> render());
    clock.failure.addListener((ignored, before, now) -> error.show(now));
    String empty = texts.get(context.session().may(Scope.EVENTS_READ) ? "empty" : "empty.scope");
    clockEvents.show("clock-stops", model.clockEvents, columns(), () -> empty, context);
    clockEvents.onOpen(this::open);
    render();
  }

  private List<Column<EventRow>> columns() {
    Columns<EventRow> columns = new Columns<>(texts);
    return List.of(
        columns.time("at", EventRow::occurredAt),
        columns.known("type", KnownEventTypes.ALL, EventRow::type),
        columns.subject(row -> row.person(context.names()), EventRow::subject),
        columns.text("order", 290, EventRow::orderId),
        columns.text("enrollment", 290, EventRow::enrollmentId).hiddenByDefault(),
        columns.text("event", 290, EventRow::id).hiddenByDefault());
  }

  private void open(EventRow event) {
    if (!event.orderId().isEmpty()) {
      context.navigation().go(Link.to("orders", event.orderId()));
    } else if (!event.enrollmentId().isEmpty()) {
      context.navigation().go(Link.to("enrollments", event.enrollmentId()));
    }
  }

  private void render() {
    Instant time = clock.now.get();
    ClockState.ClockAdvance advance = clock.lastAdvance.get();
    boolean advancing = clock.advancing.get();
    ClockState.Notice message = clock.notice.get();
    boolean unwatched = message == ClockState.Notice.UNWATCHED;
    now.setText(time == null ? "–" : timestamps.text(time.toString()));
    state.setText(time == null ? "" : texts.get(advancing ? "advancing" : "ready"));
    progress.setProgress(advance == null ? ClockState.UNKNOWN_PROGRESS : advance.progress());
    Visibility.set(progress, advancing && !unwatched);
    Visibility.set(stopWaiting, advancing && !unwatched);
    Visibility.set(watchAgain, unwatched);
    Visibility.set(notice, message != null);
    notice.setText(message == null ? "" : noticeText(message, advance));
  }

  private String noticeText(ClockState.Notice message, ClockState.@Nullable ClockAdvance advance) {
    String target = advance == null ? "" : timestamps.text(advance.target().toString());
    return texts.get("notice." + message.name().toLowerCase(Locale.ROOT), now.getText(), target);
  }

  @Override
  public void applyScopes() {
    advanceView.render();
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
    advanceView.focus();
  }

  @Override
  public void close() {
    model.stop();
    subscriptions.forEach(Runnable::run);
  }
}
