package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Attempt;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** The operations on one call. */
public final class CallResource {
  private final Database database;
  private final CallView view;
  private final InstantSource realTime;

  public CallResource(Database database, CallView view, InstantSource realTime) {
    this.database = database;
    this.view = view;
    this.realTime = realTime;
  }

  public List<Operation> operations() {
    return List.of(
        Operation.of("getCall", this::get),
        Operation.of("getCallTranscript", this::transcript),
        Operation.of("getCallRecording", this::recording));
  }

  /** {@code GET /v1/calls/{call_id}}. */
  Future<Reply> get(ApiRequest request) {
    return database.asTenant(request.caller().tenantId(), connection -> get(connection, request));
  }

  private Future<Reply> get(SqlConnection connection, ApiRequest request) {
    Future<Optional<Tenant>> tenant = TenantStore.find(connection, request.caller().tenantId());
    Audience audience = Audience.of(request.caller());
    return find(connection, request)
        .compose(
            call ->
                tenant.map(
                    found ->
                        Reply.of(
                            200, view.render(call, audience, found.orElseThrow().now(realTime)))));
  }

  /** Fails with {@code not_found} unless the tenant can see the call of the path. */
  private Future<CallAttempt> find(SqlConnection connection, ApiRequest request) {
    Optional<UUID> id = IdKind.CALL.parse(request.pathParameter("call_id"));
    if (id.isEmpty()) {
      return Future.failedFuture(ProblemException.notFound());
    }
    return AttemptStore.find(connection, request.caller().tenantId(), id.get())
        .map(found -> found.filter(CallAttempt::isVisible).orElseThrow(ProblemException::notFound));
  }

  /** {@code GET /v1/calls/{call_id}/transcript}. */
  Future<Reply> transcript(ApiRequest request) {
    return database.asTenant(
        request.caller().tenantId(), connection -> transcript(connection, request));
  }

  private Future<Reply> transcript(SqlConnection connection, ApiRequest request) {
    Future<Optional<Tenant>> tenant = TenantStore.find(connection, request.caller().tenantId());
    return find(connection, request)
        .compose(
            call ->
                tenant
                    .compose(
                        loaded ->
                            TranscriptStore.find(
                                connection,
                                call.tenantId(),
                                call.id(),
                                loaded.orElseThrow().now(realTime)))
                    .map(found -> found.orElseThrow(CallResource::transcriptUnavailable))
                    .map(transcript -> Reply.of(200, transcriptView(call, transcript))));
  }

  private static ProblemException transcriptUnavailable() {
    return ProblemException.of(
        ProblemCode.TRANSCRIPT_UNAVAILABLE, "The call has no transcript, or its time is over.");
  }

  private static ObjectNode transcriptView(CallAttempt call, JsonNode transcript) {
    Attempt attempt = call.attempt();
    Instant start = Objects.requireNonNullElse(attempt.answeredAt(), call.intendedAt());
    ObjectNode json =
        Json.object()
            .put("call_id", IdKind.CALL.format(call.id()))
            .put("call_order_id", IdKind.ORDER.format(attempt.orderId()))
            .put("mode", "structured")
            .put("started_at", Timestamps.format(start))
            .put(
                "ended_at", Timestamps.format(Objects.requireNonNullElse(attempt.endedAt(), start)))
            .put(
                "expires_at",
                Timestamps.format(Objects.requireNonNull(call.transcriptExpiresAt())));
    return json.setAll((ObjectNode) transcript);
  }

  /** {@code GET /v1/calls/{call_id}/recording}: always unavailable, calls are not recorded. */
  Future<Reply> recording(ApiRequest request) {
    return Future.succeededFuture(
        Reply.problem(Problem.of(ProblemCode.RECORDING_UNAVAILABLE, "Calls are not recorded.")));
  }
}
