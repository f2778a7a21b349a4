package eu.callorders.console.app;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.session.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** Which parts of the service are unreachable, since when, and what still works. */
final class OutageViewModel {
  /** Longer than the interval between two responses of a part that works. */
  private static final Duration RECENT = Duration.ofSeconds(2);

  enum Part {
    SERVICE,
    ADMINISTRATION,
    BOTH
  }

  /**
   * @param address of the unreachable part
   * @param since time of its last response, by the clock of the service
   * @param canHalt whether the administration still responds
   */
  record Outage(Part part, String address, Instant since, boolean canHalt) {}

  /** Null while everything responds. */
  final ObjectProperty<@Nullable Outage> outage = new SimpleObjectProperty<>();

  private final Session session;
  private final Duration recent;

  OutageViewModel(Session session) {
    this(session, RECENT);
  }

  /**
   * @param recent age up to which the last response shows that the administration responds
   */
  OutageViewModel(Session session, Duration recent) {
    this.session = session;
    this.recent = recent;
  }

  /** Call it on the UI thread after each change of a connection. */
  void update() {
    Optional<ApiClient> administration = session.administration();
    boolean administrationLost =
        administration.filter(api -> api.connectionStatus().isOffline()).isPresent();
    if (session.connectionStatus().isOffline()) {
      Part part = administrationLost ? Part.BOTH : Part.SERVICE;
      boolean canHalt = administration.filter(this::hasResponded).isPresent();
      show(part, session.api(), session.connectionStatus(), canHalt);
    } else if (administrationLost) {
      ApiClient api = administration.orElseThrow();
      show(Part.ADMINISTRATION, api, api.connectionStatus(), false);
    } else {
      outage.set(null);
    }
  }

  private boolean hasResponded(ApiClient api) {
    ConnectionStatus status = api.connectionStatus();
    return !status.isOffline() && status.silence().compareTo(recent) < 0;
  }

  /** An outage that goes on keeps its beginning. */
  private void show(Part part, ApiClient api, ConnectionStatus status, boolean canHalt) {
    Outage before = outage.get();
    Instant since =
        before == null || isOther(before.part(), part)
            ? session.api().clock().instant().minus(status.silence())
            : before.since();
    outage.set(new Outage(part, api.base().getAuthority(), since, canHalt));
  }

  private static boolean isOther(Part before, Part now) {
    return (before == Part.ADMINISTRATION) != (now == Part.ADMINISTRATION);
  }
}
