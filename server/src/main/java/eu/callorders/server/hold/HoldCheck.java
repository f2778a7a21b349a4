package eu.callorders.server.hold;

import eu.callorders.core.hold.ActiveHold;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.hold.StandingHolds.StandingHold;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Finds the holds that stand on calls. */
public final class HoldCheck {
  /** Only the lookup is a search of the index; the other names filter what it finds. */
  static final String STANDING =
      """
      SELECT h.id, h.lookup_hash, h.phone_hash, h.claim_hash, h.reason, h.until
        FROM unnest($1::uuid[], $2::uuid[]) AS name (tenant_id, hash)
        JOIN hold h ON h.tenant_id = name.tenant_id AND h.lookup_hash = name.hash
       WHERE h.status = 'active'
         AND (h.phone_hash IS NULL OR h.phone_hash = ANY ($2))
         AND (h.claim_hash IS NULL OR h.claim_hash = ANY ($2))
      """;

  private final HoldKey key;

  public HoldCheck(HoldKey key) {
    this.key = key;
  }

  /** The holds on the names of these calls, in one statement. */
  public Future<StandingHolds> load(SqlConnection connection, Collection<HoldTarget> targets) {
    return targets.isEmpty()
        ? Future.succeededFuture(StandingHolds.NONE)
        : key.hasher(connection).compose(hasher -> load(connection, targets, hasher));
  }

  private record Name(UUID tenantId, UUID hash) {}

  private static Future<StandingHolds> load(
      SqlConnection connection, Collection<HoldTarget> targets, NameHasher hasher) {
    Set<Name> names = new HashSet<>();
    for (HoldTarget target : targets) {
      UUID tenantId = target.tenantId();
      names.add(new Name(tenantId, hasher.subject(tenantId, target.subjectReference())));
      target.phones().forEach(each -> names.add(new Name(tenantId, hasher.phone(tenantId, each))));
      target.claims().forEach(each -> names.add(new Name(tenantId, hasher.claim(tenantId, each))));
    }
    return BatchStatement.of(STANDING, names)
        .uuids(Name::tenantId)
        .uuids(Name::hash)
        .execute(connection)
        .map(
            rows -> {
              Map<UUID, List<StandingHold>> byName = new HashMap<>();
              for (Row row : rows) {
                byName
                    .computeIfAbsent(row.getUUID("lookup_hash"), name -> new ArrayList<>())
                    .add(standingHold(row));
              }
              return new StandingHolds(hasher, byName);
            });
  }

  private static StandingHold standingHold(Row row) {
    return new StandingHold(
        new ActiveHold(
            row.getUUID("id"), row.getString("reason"), RowMapper.instantOrNull(row, "until")),
        row.getUUID("phone_hash"),
        row.getUUID("claim_hash"));
  }
}
