package eu.callorders.server.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.event.FeedPosition;
import eu.callorders.server.event.FeedStart;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.time.Timestamps;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointLookup;
import eu.callorders.server.webhook.endpoint.EventTypeNames;
import eu.callorders.server.webhook.replay.ReplayRange;
import eu.callorders.server.webhook.replay.ReplayStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** {@code POST /v1/webhook-endpoints/{endpoint_id}/replay}: sends retained events again. */
public final class ReplayWebhookEventsOperation implements Operation {
  private static final Duration FURTHEST_BACK = Duration.ofDays(30);

  private final IdempotentWrite write;
  private final TenantStore tenants;
  private final FeedStart feed;
  private final ReplayStore replays = new ReplayStore();
  private final InstantSource realTime;
  private final RandomGenerator random;
  private final Runnable accepted;

  /**
   * @param accepted runs after the commit, so that the replay starts immediately
   */
  public ReplayWebhookEventsOperation(
      IdempotentWrite write,
      TenantStore tenants,
      FeedStart feed,
      InstantSource realTime,
      RandomGenerator random,
      Runnable accepted) {
    this.write = write;
    this.tenants = tenants;
    this.feed = feed;
    this.realTime = realTime;
    this.random = random;
    this.accepted = accepted;
  }

  @Override
  public String operationId() {
    return "replayWebhookEvents";
  }

  @Override
  public List<FieldError> faults(JsonNode body) {
    return EventTypeNames.faults(body);
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    EventTypeNames.check(request.requiredBody());
    return write
        .run(
            request,
            connection ->
                EndpointLookup.find(connection, request)
                    .compose(endpoint -> replay(connection, endpoint, request.requiredBody())))
        .onSuccess(reply -> accepted.run());
  }

  private Future<Reply> replay(SqlConnection connection, Endpoint endpoint, JsonNode body) {
    checkState(endpoint);
    boolean dryRun = body.path("dry_run").asBoolean();
    return range(connection, endpoint, body)
        .compose(
            range ->
                replays
                    .measure(connection, endpoint, range)
                    .compose(
                        extent ->
                            dryRun || extent.isEmpty()
                                ? Future.succeededFuture(extent)
                                : replays
                                    .insert(
                                        connection,
                                        UuidV7.at(realTime.instant(), random),
                                        endpoint,
                                        range,
                                        extent,
                                        realTime.instant())
                                    .map(done -> extent)))
        .map(extent -> Reply.of(202, view(extent, dryRun)));
  }

  private static JsonNode view(ReplayStore.Extent extent, boolean dryRun) {
    ObjectNode view =
        Json.object()
            .put("status", "accepted")
            .put("events", extent.events())
            .put("dry_run", dryRun);
    return extent.capped() ? view.put("events_capped", true) : view;
  }

  private static void checkState(Endpoint endpoint) {
    switch (endpoint.status()) {
      case ACTIVE -> {}
      case PENDING_VERIFICATION ->
          throw new ProblemException(
              Problem.of(
                  ProblemCode.ENDPOINT_NOT_VERIFIED,
                  "An endpoint is sent nothing before it has answered its challenge."));
      case DISABLED -> throw EndpointLookup.disabled();
    }
  }

  private Future<ReplayRange> range(SqlConnection connection, Endpoint endpoint, JsonNode body) {
    if (body.has("after") == body.has("since")) {
      throw outOfRange("Give either after or since, and not both.");
    }
    Instant since = instant(body, "since");
    return start(connection, endpoint, body, since)
        .map(
            start ->
                new ReplayRange(
                    start,
                    since,
                    instant(body, "until"),
                    EventTypeNames.resolve(
                        body.has("event_types") ? EventTypeNames.of(body) : endpoint.eventTypes()),
                    body.path("only_failed").asBoolean()));
  }

  private Future<FeedPosition> start(
      SqlConnection connection, Endpoint endpoint, JsonNode body, @Nullable Instant since) {
    if (since == null) {
      String after = body.path("after").asText();
      return feed.after(connection, endpoint.tenantId(), after, "/after", realTime.instant())
          .map(FeedStart.StartPosition::position);
    }
    return tenants
        .now(connection, endpoint.tenantId(), realTime)
        .compose(
            now -> {
              if (since.isBefore(now.minus(FURTHEST_BACK))) {
                throw outOfRange("Events are kept for 30 days; since lies further back.");
              }
              return feed.first(connection, endpoint.tenantId(), since, realTime.instant());
            });
  }

  private static ProblemException outOfRange(String detail) {
    return new ProblemException(Problem.of(ProblemCode.REPLAY_RANGE, detail));
  }

  private static @Nullable Instant instant(JsonNode body, String member) {
    return body.has(member) ? Timestamps.parse(body.path(member).asText()) : null;
  }
}
