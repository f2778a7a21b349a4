package eu.callorders.server.testclock;

import eu.callorders.core.window.StatutoryHours;
import eu.callorders.server.database.Database;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TestClock;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/** Sees to it that nobody meets a silent sandbox at night. */
public final class Daytime {
  private final Database database;
  private final TenantStore tenants;
  private final TestClock clocks;
  private final InstantSource realTime;

  public Daytime(Database database, TenantStore tenants, TestClock clocks, InstantSource realTime) {
    this.database = database;
    this.tenants = tenants;
    this.clocks = clocks;
    this.realTime = realTime;
  }

  /**
   * Moves the clock of a tenant to the next hour at which calls are permitted where it is at home.
   *
   * @return where the clock stands now, if it had to be moved
   */
  public Future<Optional<Instant>> ensure(UUID tenantId) {
    return database.asWorker(
        connection ->
            tenants
                .find(connection, tenantId)
                .compose(tenant -> ensure(connection, tenant.orElseThrow())));
  }

  private Future<Optional<Instant>> ensure(SqlConnection connection, Tenant tenant) {
    Instant now = tenant.now(realTime);
    Instant permitted = StatutoryHours.window(tenant.timezone()).nextPermitted(now).orElse(now);
    return permitted.isAfter(now)
        ? clocks.moveTo(connection, tenant.id(), permitted).map(Optional.of(permitted))
        : Future.succeededFuture(Optional.empty());
  }
}
