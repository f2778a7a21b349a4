package eu.callorders.console.alert;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/**
 * The alerts of a session. A cause has one alert while it lasts. Nothing is polled: the alerts
 * follow what the console reads anyway, and dead letters when their number changes.
 */
public final class AlertsViewModel {
  static final int LIMIT = 200;

  /** What is read as a whole: an alert that a reading does not contain is over. */
  private enum Source {
    OVERVIEW,
    ENDPOINTS,
    DEAD_LETTERS
  }

  /** The latest first. */
  final ObservableList<AlertEntry> entries = FXCollections.observableArrayList();

  private final BackgroundExecutor background;
  private final Session session;
  private final ReadOnlyIntegerWrapper unread = new ReadOnlyIntegerWrapper();
  private final Map<Source, Set<String>> lasting = new EnumMap<>(Source.class);
  private Consumer<List<Alert>> onBegin = ignored -> {};
  private long deadLetters;

  public AlertsViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
  }

  /** The number of alerts that last, and that the operator has not seen. */
  ReadOnlyIntegerProperty unread() {
    return unread.getReadOnlyProperty();
  }

  /** Sets what gets the alerts that begin. */
  void onBegin(Consumer<List<Alert>> listener) {
    onBegin = listener;
  }

  /** Takes the overview of the administration. */
  public void overviewRead(JsonNode overview) {
    take(Source.OVERVIEW, AlertReader.ofOverview(overview, session.tenantId()));
    long now = overview.path("dead_letters").asLong();
    if (now != deadLetters && session.may(Scope.CONFIG_READ)) {
      deadLetters = now;
      readDeadLetters();
    }
  }

  /** The overview counts those of all tenants. */
  private void readDeadLetters() {
    Query failed = Query.none().with("status", "failed");
    background.run(
        () -> session.api().page("/v1/webhook-deliveries", failed, ""),
        page -> take(Source.DEAD_LETTERS, AlertReader.ofDeadLetters(page)),
        ignored -> deadLetters = -1); // reads them after the next overview
  }

  /** Takes all endpoints of the tenant. */
  public void endpointsRead(List<JsonNode> endpoints) {
    take(Source.ENDPOINTS, AlertReader.ofEndpoints(endpoints));
  }

  private void take(Source source, List<Alert> present) {
    Map<String, Alert> alerts = new LinkedHashMap<>();
    present.forEach(alert -> alerts.putIfAbsent(alert.cause(), alert));
    Set<String> before = lasting.getOrDefault(source, Set.of());
    lasting.put(source, Set.copyOf(alerts.keySet()));
    Instant now = session.api().clock().instant();
    List<AlertEntry> updated = new ArrayList<>();
    for (AlertEntry entry : entries) {
      String cause = entry.alert().cause();
      boolean isKnown = entry.lasts() && before.contains(cause);
      updated.add(isKnown ? entry.update(alerts.get(cause), now) : entry);
    }
    alerts.keySet().removeAll(before);
    alerts.values().forEach(alert -> add(updated, alert, now));
    show(updated);
    if (!alerts.isEmpty()) {
      onBegin.accept(List.copyOf(alerts.values()));
    }
  }

  /** Makes room by what is over, the oldest first. */
  private static void add(List<AlertEntry> all, Alert alert, Instant now) {
    all.addFirst(AlertEntry.begin(alert, now));
    if (all.size() > LIMIT) {
      all.stream()
          .filter(entry -> !entry.lasts())
          .reduce((newer, older) -> older)
          .ifPresentOrElse(all::remove, all::removeLast);
    }
  }

  private void show(List<AlertEntry> updated) {
    if (!updated.equals(entries)) {
      entries.setAll(updated);
    }
    unread.set((int) entries.stream().filter(AlertEntry::isUnread).count());
  }

  /** The operator has seen these alerts. */
  void read(Predicate<Alert> seen) {
    show(
        entries.stream()
            .map(entry -> seen.test(entry.alert()) ? entry.read() : entry)
            .collect(Collectors.toList()));
  }
}
