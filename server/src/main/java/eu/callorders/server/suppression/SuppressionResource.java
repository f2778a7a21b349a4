package eu.callorders.server.suppression;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The operations on do-not-call entries. */
public final class SuppressionResource {
  private final Database database;
  private final IdempotentWrite write;
  private final Stores stores;
  private final Cursors cursors;
  private final InstantSource realTime;
  private final RandomGenerator random;
  private final Runnable onCreated;

  public record Stores(EventStore events) {}

  /**
   * @param entered runs after the commit of a new entry and wakes enforcement
   */
  public SuppressionResource(
      Database database,
      IdempotentWrite write,
      Stores stores,
      Cursors cursors,
      InstantSource realTime,
      RandomGenerator random,
      Runnable entered) {
    this.database = database;
    this.write = write;
    this.stores = stores;
    this.cursors = cursors;
    this.realTime = realTime;
    this.random = random;
    this.onCreated = entered;
  }

  public List<Operation> operations() {
    return List.of(
        Operation.of("listSuppressions", this::list),
        Operation.of("createSuppression", this::create),
        Operation.of("deleteSuppression", this::delete));
  }

  /** {@code GET /v1/suppressions}: the tenant's do-not-call entries, newest first. */
  Future<Reply> list(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    Position after = cursors.after(request).orElse(null);
    SuppressionQuery.Filter filter = SuppressionQuery.Filter.of(request);
    return database
        .asTenant(
            tenantId,
            connection ->
                SuppressionQuery.find(connection, tenantId, filter, after, request.limit() + 1))
        .map(found -> found.toPage(request, cursors, SuppressionView::of));
  }

  /**
   * {@code POST /v1/suppressions}: adds an entry for a subject, a phone, or both. After its commit
   * no order is dialed against it; enforcement follows in separate transactions.
   */
  public Future<Reply> create(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    return write
        .run(
            request,
            connection ->
                TenantStore.now(connection, tenantId, realTime)
                    .map(now -> newEntry(tenantId, request.requiredBody(), now))
                    .compose(entry -> insertIfAbsent(connection, entry)))
        .onSuccess(reply -> onCreated.run());
  }

  private Suppression newEntry(UUID tenantId, JsonNode body, Instant now) {
    return new Suppression(
        UuidV7.at(realTime.instant(), random),
        tenantId,
        PhoneNumber.ofNullable(text(body, "phone")),
        text(body, "subject_reference"),
        Suppression.Source.API,
        text(body, "reason"),
        null,
        now);
  }

  private static @Nullable String text(JsonNode body, String member) {
    return body.hasNonNull(member) ? body.get(member).asText() : null;
  }

  private Future<Reply> insertIfAbsent(SqlConnection connection, Suppression entry) {
    return SuppressionLocks.acquire(connection, entry)
        .compose(locked -> SuppressionStore.findSame(connection, entry))
        .compose(
            same ->
                same.isPresent()
                    ? Future.succeededFuture(Reply.of(200, SuppressionView.of(same.get())))
                    : insert(connection, entry));
  }

  private Future<Reply> insert(SqlConnection connection, Suppression entry) {
    return SuppressionStore.insert(connection, entry)
        .compose(
            done ->
                stores
                    .events()
                    .append(connection, List.of(SuppressionView.createdEvent(entry, null))))
        .map(
            done ->
                Reply.of(201, SuppressionView.of(entry))
                    .with("Location", "/v1/suppressions/" + IdKind.SUPPRESSION.format(entry.id())));
  }

  /**
   * {@code DELETE /v1/suppressions/{suppression_id}}: deletes an entry, unless it stems from an
   * objection in a call. What it ended stays ended.
   */
  Future<Reply> delete(ApiRequest request) {
    return write.run(
        request,
        connection ->
            findLocked(connection, request)
                .compose(entry -> delete(connection, entry))
                .map(done -> Reply.empty(204)));
  }

  private Future<Suppression> findLocked(SqlConnection connection, ApiRequest request) {
    UUID id = request.pathId(IdKind.SUPPRESSION, "suppression_id");
    return SuppressionStore.findLocked(connection, request.caller().tenantId(), id)
        .map(found -> found.orElseThrow(ProblemException::notFound));
  }

  private Future<Void> delete(SqlConnection connection, Suppression entry) {
    if (entry.source() == Suppression.Source.IN_CALL_REQUEST) {
      throw ProblemException.of(
          ProblemCode.SUPPRESSION_PROTECTED,
          "The person asked for it during a call; only the person can lift it.");
    }
    return TenantStore.now(connection, entry.tenantId(), realTime)
        .compose(
            now ->
                SuppressionStore.delete(connection, entry)
                    .compose(
                        done ->
                            stores
                                .events()
                                .append(
                                    connection,
                                    List.of(SuppressionView.deletedEvent(entry, now)))));
  }
}
