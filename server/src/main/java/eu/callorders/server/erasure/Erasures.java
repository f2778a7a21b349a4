package eu.callorders.server.erasure;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.database.Locks;
import eu.callorders.server.enrollment.Withdrawal;
import eu.callorders.server.tenant.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Takes in that a person is to be erased. What is under way for the person ends at once; what there
 * is goes bit by bit, see {@link Eraser}.
 */
public final class Erasures {
  private final ErasureStore store = new ErasureStore();
  private final Withdrawal withdrawal;
  private final InstantSource realTime;
  private final RandomGenerator random;

  public Erasures(Withdrawal withdrawal, InstantSource realTime, RandomGenerator random) {
    this.withdrawal = withdrawal;
    this.realTime = realTime;
    this.random = random;
  }

  /** Begins to erase a person of that tenant; answers the identifier of the erasure. */
  public Future<UUID> request(SqlConnection connection, Tenant tenant, String reference) {
    return Locks.take(connection, Set.of(Locks.person(tenant.id(), reference)))
        .compose(locked -> begin(connection, tenant, reference));
  }

  private Future<UUID> begin(SqlConnection connection, Tenant tenant, String reference) {
    Instant realNow = realTime.instant();
    Instant now = tenant.now(realTime);
    return withdrawal
        .withdraw(connection, tenant.id(), reference, now)
        .compose(
            ended ->
                store.request(
                    connection, UuidV7.at(realNow, random), tenant.id(), reference, realNow, now));
  }
}
