package eu.callorders.server.hold;

import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldSource;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.hold.HoldWriter.NewHold;
import eu.callorders.server.hold.HoldWriter.Placed;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** The operations on holds. */
public final class HoldResource {
  private final Database database;
  private final IdempotentWrite write;
  private final HoldStore store;
  private final HoldWriter writer;
  private final Cursors cursors;
  private final InstantSource realTime;
  private final Runnable onReleased;

  /**
   * @param onReleased runs after the commit of a release and wakes held orders
   */
  public HoldResource(
      Database database,
      IdempotentWrite write,
      HoldStore store,
      HoldWriter writer,
      Cursors cursors,
      InstantSource realTime,
      Runnable onReleased) {
    this.database = database;
    this.write = write;
    this.store = store;
    this.writer = writer;
    this.cursors = cursors;
    this.realTime = realTime;
    this.onReleased = onReleased;
  }

  public List<Operation> operations() {
    return List.of(
        Operation.of("listHolds", this::list),
        Operation.of("createHold", this::create),
        Operation.of("getHold", this::get),
        Operation.of("releaseHold", this::release));
  }

  /** {@code GET /v1/holds}: the tenant's holds, newest first. */
  Future<Reply> list(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    Position after = cursors.after(request).orElse(null);
    HoldQuery.Filter filter = HoldQuery.Filter.of(request);
    return database
        .asTenant(
            tenantId,
            connection -> HoldQuery.find(connection, tenantId, filter, after, request.limit() + 1))
        .map(found -> found.toPage(request, cursors, HoldView::of));
  }

  /**
   * {@code POST /v1/holds}: holds a person, a number or a claim, or what several of them narrow.
   * From its commit on no intent to dial against it is committed.
   */
  Future<Reply> create(ApiRequest request) {
    return write.run(request, connection -> create(connection, request));
  }

  private Future<Reply> create(SqlConnection connection, ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    return TenantStore.now(connection, tenantId, realTime)
        .compose(
            now -> {
              NewHold wanted =
                  HoldReader.newHold(tenantId, request.requiredBody(), HoldSource.API, now);
              return HoldLocks.acquire(connection, tenantId, List.of(wanted.names()))
                  .compose(locked -> writer.place(connection, wanted, now));
            })
        .map(HoldResource::reply);
  }

  private static Reply reply(Placed placed) {
    Hold hold = placed.hold();
    return placed.created()
        ? Reply.of(201, HoldView.of(hold))
            .with("Location", "/v1/holds/" + IdKind.HOLD.format(hold.id()))
        : Reply.of(200, HoldView.of(hold));
  }

  /** {@code GET /v1/holds/{hold_id}}, also of one that has ended. */
  Future<Reply> get(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    UUID id = request.pathId(IdKind.HOLD, "hold_id");
    return database
        .asTenant(tenantId, connection -> store.find(connection, tenantId, id))
        .map(found -> Reply.of(200, HoldView.of(found.orElseThrow(ProblemException::notFound))));
  }

  /** {@code DELETE /v1/holds/{hold_id}}: releases it; one that has ended stays as it is. */
  Future<Reply> release(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    UUID id = request.pathId(IdKind.HOLD, "hold_id");
    return write
        .run(
            request,
            connection ->
                TenantStore.now(connection, tenantId, realTime)
                    .compose(now -> writer.release(connection, tenantId, id, now))
                    .map(
                        found -> {
                          var _ = found.orElseThrow(ProblemException::notFound);
                          return Reply.empty(204);
                        }))
        .onSuccess(done -> onReleased.run());
  }
}
