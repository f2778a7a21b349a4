package eu.callorders.gatewaykit.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.gatewaykit.EventPageDocument;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.GatewayProblem;
import eu.callorders.gatewaykit.MalformedDocumentException;
import eu.callorders.gatewaykit.PlaceCallDocument;
import eu.callorders.gatewaykit.ResponseDocuments;
import eu.callorders.gatewaykit.RetryAfter;
import eu.callorders.gatewaykit.call.CallGateway;
import eu.callorders.gatewaykit.store.CallStore;
import eu.callorders.gatewaykit.store.StoredEventLog.LogPage;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The operations of the protocol, from a parsed request to its response. */
final class GatewayOperations {
  private static final int DEFAULT_PAGE = 100;
  private static final Pattern LIMIT = Pattern.compile("[0-9]{1,4}");
  private static final Pattern CURSOR = Pattern.compile("([0-9a-f]+)-([0-9]{1,18})");

  private final CallGateway gateway;
  private final CallStore store;
  private final String storeId;
  private long durableUpTo;

  GatewayOperations(CallGateway gateway, CallStore store, String storeId) {
    this.gateway = gateway;
    this.store = store;
    this.storeId = storeId;
    this.durableUpTo = store.log().newestSequence();
  }

  /** The log may be served up to that sequence. */
  void durableUpTo(long newest) {
    durableUpTo = newest;
  }

  /**
   * @param disconnected succeeds when the connection is lost
   */
  Future<GatewayResponse> place(byte[] body, Future<Void> disconnected) {
    return withDocument(body, PlaceCallDocument::read, call -> place(call, disconnected));
  }

  private Future<GatewayResponse> place(PlaceCall call, Future<Void> disconnected) {
    Future<PlaceResult> result = gateway.place(call);
    disconnected.onSuccess(nothing -> gateway.disconnected(call.attemptId()));
    return result.map(GatewayOperations::placeResponse);
  }

  GatewayResponse query(UUID attemptId) {
    return switch (gateway.query(attemptId)) {
      case QueryResult.Found found ->
          GatewayResponse.json(200, GatewayEventDocument.writeSnapshot(attemptId, found));
      case QueryResult.Forgotten _ ->
          GatewayResponse.problem(410, GatewayProblem.FORGOTTEN, "The call was erased.");
      case QueryResult.NotFound(Instant keptSince) -> unknownAttempt(keptSince);
      case QueryResult.Unavailable _ -> GatewayResponse.internalError();
    };
  }

  private static GatewayResponse unknownAttempt(@Nullable Instant keptSince) {
    ObjectNode body =
        GatewayProblem.body(404, GatewayProblem.UNKNOWN_ATTEMPT, "There is no such call.");
    if (keptSince != null) {
      body.put(GatewayProblem.KEPT_SINCE, keptSince.truncatedTo(ChronoUnit.MILLIS).toString());
    }
    return GatewayResponse.problem(404, body);
  }

  GatewayResponse cancel(UUID attemptId) {
    CancelResult result = gateway.cancel(attemptId);
    return result == CancelResult.NOT_FOUND
        ? unknownAttempt()
        : GatewayResponse.json(
            200, ResponseDocuments.cancellation(result == CancelResult.ACCEPTED));
  }

  GatewayResponse erase(UUID attemptId) {
    return gateway.erase(attemptId)
        ? GatewayResponse.empty(204)
        : GatewayResponse.problem(409, GatewayProblem.STILL_RUNNING, "The call is not over.");
  }

  GatewayResponse events(@Nullable String after, @Nullable String limit) {
    int pageSize = DEFAULT_PAGE;
    if (limit != null) {
      pageSize = LIMIT.matcher(limit).matches() ? Integer.parseInt(limit) : 0;
      if (pageSize < 1 || pageSize > EventPageDocument.MAX_EVENTS) {
        return malformed("limit is from 1 to 1000");
      }
    }
    if (after == null) {
      return page(0, pageSize);
    }
    Matcher cursor = CURSOR.matcher(after);
    boolean ours = cursor.matches() && cursor.group(1).equals(storeId);
    long from = ours ? Long.parseLong(cursor.group(2)) : Long.MAX_VALUE;
    if (from > durableUpTo) {
      return GatewayResponse.problem(
          410,
          GatewayProblem.UNKNOWN_CURSOR,
          "This log has no such place; begin without a cursor.");
    }
    return from < store.log().oldestSequence() - 1
        ? GatewayResponse.problem(
            410,
            GatewayProblem.EXPIRED_CURSOR,
            "The events after this place are not kept any more.")
        : page(from, pageSize);
  }

  Future<GatewayResponse> raiseEra(byte[] body) {
    return withDocument(
        body,
        document -> GatewayJson.read(document, EraRequest.class),
        request -> Future.succeededFuture(raiseEra(request)));
  }

  private GatewayResponse raiseEra(EraRequest request) {
    return switch (gateway.raiseEra(request)) {
      case EraRequestResult.Granted _ ->
          GatewayResponse.json(200, ResponseDocuments.grantedEra(request.number()));
      case EraRequestResult.InUse(int number, Duration wait) ->
          GatewayResponse.problem(
                  409,
                  ResponseDocuments.refusedEra(
                      GatewayProblem.ERA_IN_USE, "Nodes of the current era are at work.", number))
              .with("Retry-After", Long.toString(RetryAfter.seconds(wait)));
      case EraRequestResult.Stale(int number) ->
          GatewayResponse.problem(
              409,
              ResponseDocuments.refusedEra(
                  GatewayProblem.STALE_ERA, "Another era is the current one.", number));
      case EraRequestResult.Unavailable _ -> GatewayResponse.internalError();
    };
  }

  GatewayResponse queryEra(UUID deployment) {
    return switch (gateway.queryEra(deployment)) {
      case EraQueryResult.Found found -> GatewayResponse.json(200, GatewayJson.write(found));
      case EraQueryResult.NotFound _ -> unknownDeployment();
      case EraQueryResult.Unavailable _ -> GatewayResponse.internalError();
    };
  }

  static GatewayResponse unknownDeployment() {
    return GatewayResponse.problem(
        404, GatewayProblem.UNKNOWN_DEPLOYMENT, "The deployment has no era here.");
  }

  GatewayResponse capabilities() {
    return GatewayResponse.json(200, GatewayJson.write(gateway.capabilities()));
  }

  GatewayResponse health() {
    return GatewayResponse.json(200, GatewayJson.write(gateway.health()));
  }

  static GatewayResponse unknownAttempt() {
    return unknownAttempt(null);
  }

  private static <D> Future<GatewayResponse> withDocument(
      byte[] body, Function<JsonNode, D> reader, Function<D, Future<GatewayResponse>> operation) {
    D document;
    try {
      document = reader.apply(GatewayJson.parse(body));
    } catch (MalformedDocumentException fault) {
      String detail = String.valueOf(fault.getMessage());
      return Future.succeededFuture(
          GatewayResponse.problem(
              400, GatewayProblem.body(400, "malformed", detail).put("pointer", fault.pointer())));
    } catch (IOException noJson) {
      return Future.succeededFuture(malformed("The body is no JSON document."));
    }
    return operation.apply(document);
  }

  private static GatewayResponse malformed(String detail) {
    return GatewayResponse.problem(400, "malformed", detail);
  }

  private static GatewayResponse placeResponse(PlaceResult result) {
    return switch (result) {
      case PlaceResult.Accepted accepted -> GatewayResponse.json(201, GatewayJson.write(accepted));
      case PlaceResult.Refused refused -> {
        GatewayResponse problem =
            GatewayResponse.problem(
                ResponseDocuments.status(refused.code()),
                ResponseDocuments.refusal(refused.code()));
        yield refused.retryAfter() == null
            ? problem
            : problem.with("Retry-After", Long.toString(RetryAfter.seconds(refused.retryAfter())));
      }
      case PlaceResult.Conflict _ ->
          GatewayResponse.problem(
              409,
              GatewayProblem.ATTEMPT_CONFLICT,
              "Another call was placed under this attempt id.");
      case PlaceResult.Unknown _ -> GatewayResponse.LOST;
    };
  }

  /** Copies the stored event documents unparsed. */
  private GatewayResponse page(long after, int pageSize) {
    LogPage page = store.log().page(after, durableUpTo, pageSize);
    return GatewayResponse.json(
        200,
        Buffer.buffer("{\"events\":")
            .appendBytes(page.array())
            .appendString(",\"next\":\"" + storeId + "-" + page.last() + "\"")
            .appendString(",\"log_id\":\"" + storeId + "\"" + retainedSince() + "}"));
  }

  private String retainedSince() {
    Instant since = gateway.retainedSince();
    return since == null ? "" : ",\"kept_since\":\"" + since.truncatedTo(ChronoUnit.MILLIS) + "\"";
  }
}
