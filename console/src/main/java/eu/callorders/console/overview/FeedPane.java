package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.chart.Chart;
import eu.callorders.console.chart.Marks;
import eu.callorders.console.chart.ValueScale;
import eu.callorders.console.session.LiveEvents;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.Visibility;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The ended orders of the feed, for a session that may not read what the service has counted. */
final class FeedPane extends VBox {
  private static final double GAP = 10;

  private final Texts texts;
  private final Session session;
  private final ChartMapper mapper;
  private final TimestampFormatter timestamps;
  private final FeedCounts counts = new FeedCounts();
  private final Chart chart;
  private final Label note = Labels.wrapped("", "text-muted");
  private final List<Runnable> subscriptions;
  private Instant since;
  private @Nullable StepCounts shown;

  FeedPane(
      Texts texts, NumberFormat numbers, ChartMapper mapper, Session session, LiveEvents events) {
    super(GAP);
    this.texts = texts;
    this.session = session;
    this.mapper = mapper;
    this.timestamps = new TimestampFormatter(session.clock());
    this.since = session.api().clock().instant();
    this.chart =
        new Chart(
            "feed-orders",
            texts.get("history.orders"),
            new Chart.Style(Marks.STACKED_BARS, ValueScale.COUNTS, numbers::format));
    this.subscriptions = List.of(events.listen(this::count), events.onGap(this::restart));
    note.setId("feed-note");
    getChildren().setAll(chart, note);
    show();
  }

  private void count(List<JsonNode> events) {
    counts.add(events);
    show();
  }

  /** Events are missing before now. */
  private void restart() {
    counts.clear();
    since = session.api().clock().instant();
    show();
  }

  /** Shows the last hour; a hidden pane costs nothing. */
  void show() {
    Visibility.set(this, session.may(Scope.EVENTS_READ));
    StepCounts latest = counts.counts(session.clock().now());
    if (getScene() != null && !latest.equals(shown)) {
      shown = latest;
      String span = texts.get("range.last_hour");
      chart.show(mapper.orders(span, latest, ZoneId.systemDefault(), false));
      note.setText(texts.get("feed.note", timestamps.realTime(since.toString())));
    }
  }

  void close() {
    subscriptions.forEach(Runnable::run);
  }
}
