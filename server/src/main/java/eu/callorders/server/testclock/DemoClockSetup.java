package eu.callorders.server.testclock;

import eu.callorders.core.window.Jurisdiction;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TestClock;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Moves the clock of a demonstration out of the night, when nothing may be dialed. */
public final class DemoClockSetup {
  /** The country of the demonstration's phones. */
  private static final Jurisdiction GERMANY = new Jurisdiction("DE", Set.of());

  private final Database database;
  private final StatutoryWindows windows;
  private final AuditLog audit;
  private final InstantSource realTime;

  public DemoClockSetup(
      Database database, StatutoryWindows windows, AuditLog audit, InstantSource realTime) {
    this.database = database;
    this.windows = windows;
    this.audit = audit;
    this.realTime = realTime;
  }

  /**
   * Moves the clock of a tenant to the next hour at which German phones may be called in its time
   * zone.
   *
   * @return the new time of the clock; empty when it was not moved
   */
  public Future<Optional<Instant>> moveToDaytime(UUID tenantId) {
    return database.asWorker(
        connection ->
            TenantStore.find(connection, tenantId)
                .compose(tenant -> moveToDaytime(connection, tenant.orElseThrow())));
  }

  private Future<Optional<Instant>> moveToDaytime(SqlConnection connection, Tenant tenant) {
    Instant now = tenant.now(realTime);
    Instant permitted =
        windows
            .forPlaces(List.of(GERMANY), List.of(tenant.timezone()))
            .nextPermitted(now)
            .orElse(now);
    return permitted.isAfter(now)
        ? TestClock.moveTo(connection, tenant.id(), permitted)
            .compose(moved -> audit.append(connection, auditEvent(tenant)))
            .map(Optional.of(permitted))
        : Future.succeededFuture(Optional.empty());
  }

  private static AuditEvent auditEvent(Tenant tenant) {
    return AuditEvent.ofService(AuditAction.TEST_CLOCK_ADVANCED, tenant.id());
  }
}
