package eu.callorders.server.admin;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Creates tenants with their initial data. */
public final class TenantProvisioner {
  private final List<TenantCreatedHook> hooks;
  private final InstantSource clock;
  private final RandomGenerator random;

  /**
   * @param hooks run in order after the insert
   */
  public TenantProvisioner(
      List<TenantCreatedHook> hooks, InstantSource clock, RandomGenerator random) {
    this.hooks = List.copyOf(hooks);
    this.clock = clock;
    this.random = random;
  }

  public UUID newTenantId() {
    return UuidV7.at(clock.instant(), random);
  }

  public Future<Tenant> create(SqlConnection connection, Tenant tenant) {
    Future<Void> created = TenantStore.insert(connection, tenant, clock.instant());
    for (TenantCreatedHook hook : hooks) {
      created = created.compose(before -> hook.tenantCreated(connection, tenant));
    }
    return created.map(tenant);
  }
}
