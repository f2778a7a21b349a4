package eu.callorders.server.hold;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.hold.HoldSource;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.hold.HoldWriter.NewHold;
import eu.callorders.server.hold.HoldWriter.Placed;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Holds that one transaction places, of source operator.
 *
 * @param holds each with other names or another reason
 */
public record HoldImport(UUID tenantId, List<NewHold> holds) {
  private record HoldIdentity(HoldNames names, String reason) {}

  /**
   * The holds of a request that satisfies the contract. The same hold counts once, until the later
   * of its ends.
   *
   * @param now the tenant's time; fails with a pointer for each end that has come
   */
  public static HoldImport of(UUID tenantId, JsonNode bodies, Instant now) {
    Map<HoldIdentity, NewHold> wanted = new LinkedHashMap<>();
    List<FieldError> faults = new ArrayList<>();
    for (int index = 0; index < bodies.size(); index++) {
      try {
        NewHold hold = HoldReader.newHold(tenantId, bodies.get(index), HoldSource.OPERATOR, now);
        wanted.merge(new HoldIdentity(hold.names(), hold.reason()), hold, NewHold::later);
      } catch (ProblemException refusal) {
        faults.addAll(within("/holds/" + index, refusal.problem()));
      }
    }
    if (!faults.isEmpty()) {
      throw ProblemException.invalid(faults);
    }
    return new HoldImport(tenantId, List.copyOf(wanted.values()));
  }

  private static List<FieldError> within(String parent, Problem problem) {
    return problem.errors().stream().map(error -> error.within(parent)).toList();
  }

  /** Places all, in one transaction under all their locks; returns how many are new. */
  public Future<Integer> place(SqlConnection connection, HoldWriter writer, Instant now) {
    return HoldLocks.acquire(connection, tenantId, holds.stream().map(NewHold::names).toList())
        .compose(
            locked -> {
              List<Future<Placed>> placed =
                  holds.stream().map(hold -> writer.place(connection, hold, now)).toList();
              return Future.join(placed).map(done -> created(placed));
            });
  }

  private static int created(List<Future<Placed>> placed) {
    return (int) placed.stream().filter(each -> each.result().created()).count();
  }
}
