package eu.callorders.server.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.event.FeedPosition;
import eu.callorders.server.event.FeedStart;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.time.Timestamps;
import eu.callorders.server.webhook.delivery.Delivery;
import eu.callorders.server.webhook.delivery.DeliveryQuery;
import eu.callorders.server.webhook.delivery.DeliveryStore;
import eu.callorders.server.webhook.delivery.DeliveryView;
import eu.callorders.server.webhook.delivery.DirectDeliveryWriter;
import eu.callorders.server.webhook.delivery.ImmediateDispatcher;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointLookup;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import eu.callorders.server.webhook.endpoint.EventTypeNames;
import eu.callorders.server.webhook.replay.ReplayRange;
import eu.callorders.server.webhook.replay.ReplayStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The operations on the deliveries of webhook endpoints: list, test and replay. */
public final class WebhookDeliveryResource {
  /** During this time only the request for a test sends its delivery; afterwards any node may. */
  private static final Duration HEAD_START = Duration.ofSeconds(5);

  private static final Duration FURTHEST_BACK = Duration.ofDays(30);

  private final Database database;
  private final IdempotentWrite write;
  private final ReplayStore replays = new ReplayStore();
  private final FeedStart feed;
  private final DirectDeliveryWriter direct;
  private final ImmediateDispatcher dispatcher;
  private final Cursors cursors;
  private final InstantSource realTime;
  private final RandomGenerator random;

  public WebhookDeliveryResource(
      Database database,
      IdempotentWrite write,
      FeedStart feed,
      DirectDeliveryWriter direct,
      ImmediateDispatcher dispatcher,
      Cursors cursors,
      InstantSource realTime,
      RandomGenerator random) {
    this.database = database;
    this.write = write;
    this.feed = feed;
    this.direct = direct;
    this.dispatcher = dispatcher;
    this.cursors = cursors;
    this.realTime = realTime;
    this.random = random;
  }

  public List<Operation> operations() {
    return List.of(
        Operation.of("listWebhookDeliveries", this::list),
        // Mostly waits for the endpoint, and has limits of its own.
        Operation.of("testWebhookEndpoint", this::test).withPermits(0),
        Operation.of("replayWebhookEvents", this::replay).withBodyFaults(EventTypeNames::faults));
  }

  /** {@code GET /v1/webhook-deliveries}: the tenant's deliveries, newest first. */
  Future<Reply> list(ApiRequest request) {
    Position after = cursors.after(request).orElse(null);
    UUID tenantId = request.caller().tenantId();
    return DeliveryQuery.Filter.of(request, realTime.instant().minus(Delivery.RETENTION))
        .map(
            filter ->
                database.asTenant(
                    tenantId,
                    connection ->
                        DeliveryQuery.find(
                            connection, tenantId, filter, after, request.limit() + 1)))
        .orElseGet(() -> Future.succeededFuture(ListRows.empty()))
        .map(found -> found.toPage(request, cursors, DeliveryView::of));
  }

  /**
   * {@code POST /v1/webhook-endpoints/{endpoint_id}/test}: pings an active endpoint or restarts the
   * verification of a pending one, and replies when the attempt has ended.
   *
   * <p>The idempotency key stores the delivery as inserted; each reply shows its present state.
   */
  Future<Reply> test(ApiRequest request) {
    return write.run(
        request,
        connection ->
            EndpointLookup.lock(connection, request)
                .compose(endpoint -> insertTest(connection, endpoint))
                .map(delivery -> Reply.of(200, DeliveryView.of(delivery))),
        reply -> awaitAttempt(request.caller().tenantId(), reply));
  }

  private Future<Delivery> insertTest(SqlConnection connection, Endpoint endpoint) {
    Instant now = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    Instant dueAt = now.plus(HEAD_START);
    return switch (endpoint.status()) {
      case ACTIVE -> direct.ping(connection, endpoint, now, dueAt);
      case PENDING_VERIFICATION -> {
        Endpoint restarted = endpoint.with(direct.newVerification(now), endpoint.status(), now);
        yield EndpointStore.update(connection, restarted)
            .compose(updated -> direct.challenge(connection, restarted, now, dueAt));
      }
      case DISABLED -> throw EndpointLookup.disabled();
    };
  }

  /** For a repeated request the attempt has ended already, or it sends nothing. */
  private Future<Reply> awaitAttempt(UUID tenantId, Reply stored) {
    JsonNode delivery = Json.parse(Objects.requireNonNull(stored.text()));
    UUID id = IdKind.WEBHOOK_DELIVERY.parse(delivery.path("id").asText()).orElseThrow();
    return dispatcher
        .sendNow(tenantId, id)
        .compose(
            ended ->
                database.asTenant(
                    tenantId, connection -> DeliveryStore.find(connection, tenantId, id)))
        .map(found -> found.map(DeliveryView::of).map(stored::withBody).orElse(stored));
  }

  /** {@code POST /v1/webhook-endpoints/{endpoint_id}/replay}: sends retained events again. */
  Future<Reply> replay(ApiRequest request) {
    return write.run(
        request,
        connection ->
            EndpointLookup.find(connection, request)
                .compose(endpoint -> replay(connection, endpoint, request.requiredBody())));
  }

  private Future<Reply> replay(SqlConnection connection, Endpoint endpoint, JsonNode body) {
    EndpointLookup.requireActive(endpoint);
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
                    EventTypeNames.resolve(EventTypeNames.of(body)),
                    body.path("only_failed").asBoolean()));
  }

  private Future<FeedPosition> start(
      SqlConnection connection, Endpoint endpoint, JsonNode body, @Nullable Instant since) {
    if (since == null) {
      String after = body.path("after").asText();
      return feed.after(connection, endpoint.tenantId(), after, "/after", realTime.instant())
          .map(FeedStart.StartPosition::position);
    }
    return TenantStore.now(connection, endpoint.tenantId(), realTime)
        .compose(
            now -> {
              if (since.isBefore(now.minus(FURTHEST_BACK))) {
                throw outOfRange("Events are kept for 30 days; since lies further back.");
              }
              return feed.first(connection, endpoint.tenantId(), since, realTime.instant());
            });
  }

  private static ProblemException outOfRange(String detail) {
    return ProblemException.of(ProblemCode.REPLAY_RANGE, detail);
  }

  private static @Nullable Instant instant(JsonNode body, String member) {
    return body.has(member) ? Timestamps.parse(body.path(member).asText()) : null;
  }
}
