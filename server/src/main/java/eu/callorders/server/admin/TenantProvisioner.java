package eu.callorders.server.admin;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.ordertype.DefaultOrderType;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Creates tenants, each with the default order type. */
public final class TenantProvisioner {
  private final InstantSource clock;
  private final RandomGenerator random;

  public TenantProvisioner(InstantSource clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  public UUID newTenantId() {
    return UuidV7.at(clock.instant(), random);
  }

  public Future<Tenant> create(SqlConnection connection, Tenant tenant) {
    return TenantStore.insert(connection, tenant, clock.instant())
        .compose(inserted -> DefaultOrderType.createFor(connection, tenant.id(), tenant.now(clock)))
        .map(tenant);
  }
}
