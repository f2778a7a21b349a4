package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.Poller;
import java.time.Duration;
import java.util.List;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** Counts the failing endpoints, also while their screen is hidden. */
public final class FailingEndpointsViewModel {
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(15);
  private static final String EVENTS = "webhook_endpoint.";

  private final Session session;
  private final ReadOnlyIntegerWrapper count = new ReadOnlyIntegerWrapper();
  private final ReadOnlyObjectWrapper<List<JsonNode>> endpoints =
      new ReadOnlyObjectWrapper<>(List.of());
  private final Poller<List<JsonNode>> poller;

  public FailingEndpointsViewModel(BackgroundExecutor background, Session session) {
    this(background, session, POLL_INTERVAL);
  }

  FailingEndpointsViewModel(BackgroundExecutor background, Session session, Duration interval) {
    this.session = session;
    this.poller = new Poller<>(background, interval, this::read, this::show, ignored -> {});
  }

  /** None without the scope, which other credentials may have. */
  private List<JsonNode> read() throws ApiException {
    return session.may(Scope.CONFIG_READ)
        ? session.api().page(EndpointRow.PATH, Query.none(), "").rows()
        : List.of();
  }

  private void show(List<JsonNode> read) {
    endpoints.set(read);
    count.set((int) read.stream().map(EndpointRow::of).filter(EndpointRow::isFailing).count());
  }

  /** Reads the endpoints at once when an event says that one has changed. */
  public void handleEvents(List<JsonNode> events) {
    if (events.stream().anyMatch(event -> event.path("type").asText().startsWith(EVENTS))) {
      poller.readNow();
    }
  }

  /** All endpoints as they were read last. */
  public ReadOnlyObjectProperty<List<JsonNode>> endpoints() {
    return endpoints.getReadOnlyProperty();
  }

  /** The last known number, while it cannot be read. */
  public ReadOnlyIntegerProperty count() {
    return count.getReadOnlyProperty();
  }

  public void start() {
    poller.start();
  }

  public void stop() {
    poller.stop();
  }
}
