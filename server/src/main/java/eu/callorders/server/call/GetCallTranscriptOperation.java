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
import java.util.Objects;
import java.util.Optional;

/** {@code GET /v1/calls/{call_id}/transcript}. */
public final class GetCallTranscriptOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final CallLookup lookup;
  private final TranscriptStore transcripts;
  private final InstantSource realTime;

  public GetCallTranscriptOperation(
      Database database,
      TenantStore tenants,
      AttemptStore attempts,
      TranscriptStore transcripts,
      InstantSource realTime) {
    this.database = database;
    this.tenants = tenants;
    this.lookup = new CallLookup(attempts);
    this.transcripts = transcripts;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "getCallTranscript";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return database.asTenant(request.caller().tenantId(), connection -> find(connection, request));
  }

  private Future<Reply> find(SqlConnection connection, ApiRequest request) {
    Future<Optional<Tenant>> tenant = tenants.find(connection, request.caller().tenantId());
    return lookup
        .find(connection, request)
        .compose(
            call ->
                tenant
                    .compose(
                        loaded ->
                            transcripts.find(
                                connection,
                                call.tenantId(),
                                call.id(),
                                loaded.orElseThrow().now(realTime)))
                    .map(found -> found.orElseThrow(GetCallTranscriptOperation::unavailable))
                    .map(transcript -> Reply.of(200, view(call, transcript))));
  }

  private static ProblemException unavailable() {
    return new ProblemException(
        Problem.of(
            ProblemCode.TRANSCRIPT_UNAVAILABLE,
            "The call has no transcript, or its time is over."));
  }

  private static ObjectNode view(CallAttempt call, JsonNode transcript) {
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
}
