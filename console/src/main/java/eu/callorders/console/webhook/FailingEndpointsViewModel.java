package eu.callorders.console.webhook;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.Poller;
import java.time.Duration;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;

/** Counts the failing endpoints, also while their screen is hidden. */
public final class FailingEndpointsViewModel {
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(15);

  private final Session session;
  private final ReadOnlyIntegerWrapper count = new ReadOnlyIntegerWrapper();
  private final Poller<Integer> poller;

  public FailingEndpointsViewModel(BackgroundExecutor background, Session session) {
    this(background, session, POLL_INTERVAL);
  }

  FailingEndpointsViewModel(BackgroundExecutor background, Session session, Duration interval) {
    this.session = session;
    this.poller = new Poller<>(background, interval, this::read, count::set, ignored -> {});
  }

  /** Zero without the scope, which other credentials may have. */
  private int read() throws ApiException {
    if (!session.may(Scope.CONFIG_READ)) {
      return 0;
    }
    return (int)
        session.api().page(EndpointRow.PATH, Query.none(), "").rows().stream()
            .map(EndpointRow::of)
            .filter(EndpointRow::isFailing)
            .count();
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
