package eu.callorders.server.suppression;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /v1/suppressions}: adds a do-not-call entry for a subject, a phone, or both. After
 * its commit no order is dialed against it; enforcement follows in separate transactions.
 */
public final class CreateSuppressionOperation implements Operation {
  private final IdempotentWrite write;
  private final Stores stores;
  private final InstantSource realTime;
  private final RandomGenerator random;
  private final Runnable onCreated;

  public record Stores(TenantStore tenants, SuppressionStore suppressions, EventStore events) {}

  /**
   * @param entered runs after a commit and wakes enforcement
   */
  public CreateSuppressionOperation(
      IdempotentWrite write,
      Stores stores,
      InstantSource realTime,
      RandomGenerator random,
      Runnable entered) {
    this.write = write;
    this.stores = stores;
    this.realTime = realTime;
    this.random = random;
    this.onCreated = entered;
  }

  @Override
  public String operationId() {
    return "createSuppression";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    return write
        .run(
            request,
            connection ->
                stores
                    .tenants()
                    .now(connection, tenantId, realTime)
                    .map(now -> newEntry(tenantId, request.requiredBody(), now))
                    .compose(entry -> insertIfAbsent(connection, entry)))
        .onSuccess(reply -> onCreated.run());
  }

  private Suppression newEntry(UUID tenantId, JsonNode body, Instant now) {
    return new Suppression(
        UuidV7.at(realTime.instant(), random),
        tenantId,
        text(body, "phone"),
        text(body, "subject_reference"),
        Suppression.Source.API,
        text(body, "reason"),
        null,
        now);
  }

  private Future<Reply> insertIfAbsent(SqlConnection connection, Suppression entry) {
    return SuppressionLocks.acquire(connection, entry)
        .compose(locked -> stores.suppressions().findSame(connection, entry))
        .compose(
            same ->
                same.isPresent()
                    ? Future.succeededFuture(Reply.of(200, SuppressionView.of(same.get())))
                    : insert(connection, entry));
  }

  private Future<Reply> insert(SqlConnection connection, Suppression entry) {
    return stores
        .suppressions()
        .insert(connection, entry)
        .compose(done -> appendEvent(connection, entry))
        .map(
            done ->
                Reply.of(201, SuppressionView.of(entry))
                    .with("Location", "/v1/suppressions/" + IdKind.SUPPRESSION.format(entry.id())));
  }

  private Future<Void> appendEvent(SqlConnection connection, Suppression entry) {
    return stores.events().append(connection, List.of(SuppressionView.createdEvent(entry, null)));
  }

  private static @Nullable String text(JsonNode body, String member) {
    return body.hasNonNull(member) ? body.get(member).asText() : null;
  }
}
