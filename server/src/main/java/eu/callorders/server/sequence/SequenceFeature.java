package eu.callorders.server.sequence;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.Caller;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import java.util.Optional;

/** Checks whether a tenant may create sequences and versions and activate them. */
public final class SequenceFeature {
  private final Database database;

  public SequenceFeature(Database database) {
    this.database = database;
  }

  /** Fails with {@code feature_not_enabled} if the caller's tenant lacks the feature. */
  Future<Void> require(Caller caller) {
    return database
        .asTenant(caller.tenantId(), connection -> TenantStore.find(connection, caller.tenantId()))
        .compose(SequenceFeature::check);
  }

  private static Future<Void> check(Optional<Tenant> tenant) {
    return tenant.map(Tenant::sequencesEnabled).orElse(false)
        ? Future.succeededFuture()
        : Future.failedFuture(
            ProblemException.of(
                ProblemCode.FEATURE_NOT_ENABLED, "Sequences are not enabled for this tenant."));
  }
}
