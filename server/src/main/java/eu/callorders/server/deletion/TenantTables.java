package eu.callorders.server.deletion;

import eu.callorders.server.call.GatewayErasureStore;
import eu.callorders.server.database.FailedWork;
import eu.callorders.server.dial.UnknownCallStore;
import eu.callorders.server.search.SearchStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All tables with rows of a tenant, in the order in which they are deleted: what is sent first,
 * then what refers to other rows before these.
 */
final class TenantTables {
  /** Tables whose rows are deleted with orders and enrollments by their own stores. */
  private static final Set<String> CLEANED_UP = Set.of("search_text");

  private final InstantSource realTime;
  private final List<TenantTable> all;

  TenantTables(InstantSource realTime) {
    this.realTime = realTime;
    this.all =
        List.of(
            new KeyedTable("webhook_delivery_queue", "created_at, delivery_id"),
            new KeyedTable("webhook_event_queue", "recorded_at, event_id"), // short
            new KeyedTable("webhook_delivery", "created_at, id"),
            IdentifiedTable.of("webhook_endpoint", "id", "id")
                .with("webhook_replay", "endpoint_id")
                .with("webhook_secret", "endpoint_id"),
            new KeyedTable("predial_question", "order_id"),
            IdentifiedTable.of("predial_check", "id", "tenant_id")
                .with("predial_secret", "endpoint_id"),
            new KeyedTable("event", "id, recorded_at"),
            new KeyedTable("idempotency_record", "key"),
            IdentifiedTable.of("enrollment", "id", "created_at DESC, id DESC")
                .lockingSubjects()
                .with("enrollment_body", "enrollment_id")
                .with(SearchStore::delete),
            new KeyedTable("enrollment_phone", "phone, enrollment_id"),
            IdentifiedTable.of("call_order", "id", "created_at DESC, id DESC")
                .lockingSubjects()
                .with("call_order_body", "order_id")
                .with("call_order_result", "order_id")
                .with(this::cleanOrders),
            new KeyedTable("call_order_phone", "phone, order_id"),
            new KeyedTable("order_count", "shard"),
            new KeyedTable("hourly_count_queue", "id"), // short
            new KeyedTable("hourly_count", "hour, kind, name"),
            new KeyedTable("gone_order_key", "key_hash"),
            IdentifiedTable.of("call_attempt", "id", "subject_reference, ended_at")
                .lockingSubjects()
                .with("transcript", "attempt_id")
                .with("call_hangup", "attempt_id")
                .with(this::cleanAttempts),
            IdentifiedTable.of("promise", "id", "created_at DESC, id DESC").lockingSubjects(),
            new KeyedTable("call_evidence", "call_id"),
            new KeyedTable("dial_count", "day"),
            new ScannedTable("erased_contact"),
            new ScannedTable("signal"),
            new KeyedTable("signal_key", "signal_type, dedupe_key"),
            IdentifiedTable.of("sequence", "id", "key").with("sequence_version", "sequence_id"),
            IdentifiedTable.of("suppression", "id", "created_at DESC, id DESC")
                .with("suppression_enforcement", "suppression_id"),
            new KeyedTable("held_order", "order_id, hold_id"),
            IdentifiedTable.of("hold", "id", "created_at DESC, id DESC"),
            new KeyedTable("hold_count", "standing"),
            new ScannedTable("erasure"),
            new KeyedTable("legal_hold", "subject_reference"),
            new KeyedTable("order_type_version", "key, version"),
            new KeyedTable("order_type", "key"),
            new ScannedTable("dial_halt"),
            IdentifiedTable.of("client_registration", "id", "id")
                .with("client_secret", "registration_id")
                .with("client_lockout", "registration_id"));
  }

  /** The table of that name; the first one for null, or for a name of another release. */
  TenantTable find(@Nullable String name) {
    return all.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseGet(all::getFirst);
  }

  /** The one that follows. */
  Optional<TenantTable> after(TenantTable table) {
    return all.stream().skip(all.indexOf(table) + 1L).findFirst();
  }

  Set<String> names() {
    return Stream.concat(
            all.stream().flatMap(table -> table.tables().stream()), CLEANED_UP.stream())
        .collect(Collectors.toSet());
  }

  private Future<?> cleanOrders(SqlConnection connection, UUID tenantId, List<UUID> ids) {
    return SearchStore.delete(connection, tenantId, ids)
        .compose(
            done ->
                GatewayErasureStore.insertUnknownCalls(
                    connection, tenantId, ids, realTime.instant()))
        .compose(done -> UnknownCallStore.deleteOfOrders(connection, ids));
  }

  /** The gateway erases its copies later: those rows outlive the tenant. */
  private Future<?> cleanAttempts(SqlConnection connection, UUID tenantId, List<UUID> ids) {
    return FailedWork.deleteOfAttempts(connection, tenantId, ids)
        .compose(
            done ->
                GatewayErasureStore.insertAttempts(connection, tenantId, ids, realTime.instant()));
  }
}
