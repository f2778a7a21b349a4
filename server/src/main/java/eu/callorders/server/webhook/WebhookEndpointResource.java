package eu.callorders.server.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.webhook.EndpointHealth;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.EntityTag;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.webhook.delivery.DeliveryStore;
import eu.callorders.server.webhook.delivery.DirectDeliveryWriter;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointLookup;
import eu.callorders.server.webhook.endpoint.EndpointPatch;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import eu.callorders.server.webhook.endpoint.EndpointView;
import eu.callorders.server.webhook.endpoint.EventTypeNames;
import eu.callorders.server.webhook.endpoint.TargetUrlValidator;
import eu.callorders.server.webhook.replay.ReplayStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The operations on webhook endpoints. */
public final class WebhookEndpointResource {
  private static final int MAX_ENDPOINTS = 20;

  private final Database database;
  private final IdempotentWrite write;
  private final TargetUrlValidator targets;
  private final ReplayStore replays = new ReplayStore();
  private final EndpointSecrets secrets;
  private final DirectDeliveryWriter direct;
  private final Cursors cursors;
  private final InstantSource realTime;
  private final SecureRandom random;
  private final Runnable onSaved;

  /**
   * @param saved runs after the commit of a new or changed endpoint, so that its challenge is sent
   *     immediately
   */
  public WebhookEndpointResource(
      Database database,
      IdempotentWrite write,
      TargetUrlValidator targets,
      EndpointSecrets secrets,
      DirectDeliveryWriter direct,
      Cursors cursors,
      InstantSource realTime,
      SecureRandom random,
      Runnable saved) {
    this.database = database;
    this.write = write;
    this.targets = targets;
    this.secrets = secrets;
    this.direct = direct;
    this.cursors = cursors;
    this.realTime = realTime;
    this.random = random;
    this.onSaved = saved;
  }

  public List<Operation> operations() {
    return List.of(
        Operation.of("listWebhookEndpoints", this::list),
        waitingForDns("createWebhookEndpoint", this::create),
        Operation.of("getWebhookEndpoint", this::get),
        waitingForDns("updateWebhookEndpoint", this::update),
        Operation.of("deleteWebhookEndpoint", this::delete),
        Operation.of("rotateWebhookSecret", this::rotateSecret));
  }

  /** Has one permit: it may wait seconds for DNS, which costs little. */
  private static Operation waitingForDns(
      String operationId, Function<ApiRequest, Future<Reply>> handler) {
    return Operation.of(operationId, handler).withPermits(1).withBodyFaults(EventTypeNames::faults);
  }

  /** {@code GET /v1/webhook-endpoints}: the tenant's endpoints, newest first. */
  Future<Reply> list(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    Position after = cursors.after(request).orElse(null);
    String status = request.queryParameter("status").orElse(null);
    return database
        .asTenant(
            tenantId,
            connection ->
                EndpointStore.list(connection, tenantId, status, after, request.limit() + 1))
        .map(
            found ->
                new ListRows<>(
                        found, found.stream().map(WebhookEndpointResource::position).toList(), null)
                    .toPage(request, cursors, EndpointView::of));
  }

  private static Position position(Endpoint endpoint) {
    return new Position(endpoint.createdAt(), endpoint.id());
  }

  /**
   * {@code POST /v1/webhook-endpoints}: registers an endpoint and starts its verification. Resolves
   * the host before the transaction, which must not wait for DNS.
   */
  Future<Reply> create(ApiRequest request) {
    return violation(request)
        .compose(
            refusal ->
                write.run(
                    request,
                    connection ->
                        checkLimits(connection, request.caller().tenantId(), refusal)
                            .compose(allowed -> create(connection, newEndpoint(request)))))
        .onSuccess(reply -> onSaved.run());
  }

  private Future<Optional<Problem>> violation(ApiRequest request) {
    return targets.violation(request.requiredBody().path("url"), "/url");
  }

  /** The lock makes count and insert atomic, so that the limit holds for concurrent requests. */
  private Future<Void> checkLimits(
      SqlConnection connection, UUID tenantId, Optional<Problem> urlRefusal) {
    return Locks.acquire(connection, List.of(Locks.webhookEndpoints(tenantId)))
        .compose(locked -> EndpointStore.count(connection, tenantId))
        .compose(
            count -> {
              if (count >= MAX_ENDPOINTS) {
                throw new ProblemException(
                    Problem.of(
                            ProblemCode.ENDPOINT_LIMIT,
                            "There are "
                                + MAX_ENDPOINTS
                                + " endpoints. Delete one that is not needed.")
                        .with(Map.of("limit", MAX_ENDPOINTS)));
              }
              urlRefusal.ifPresent(
                  problem -> {
                    throw new ProblemException(problem);
                  });
              return Future.succeededFuture();
            });
  }

  private Endpoint newEndpoint(ApiRequest request) {
    JsonNode body = request.requiredBody();
    Instant now = now();
    return new Endpoint(
        UuidV7.at(now, random),
        request.caller().tenantId(),
        body.path("url").asText(),
        body.has("description") ? body.path("description").asText() : null,
        EventTypeNames.of(body),
        body.path("payload_mode").asText().equals("thin"),
        EndpointStatus.PENDING_VERIFICATION,
        1,
        direct.newVerification(now),
        null,
        EndpointHealth.NEW,
        now,
        now);
  }

  private Future<Reply> create(SqlConnection connection, Endpoint endpoint) {
    Instant now = endpoint.createdAt();
    String location = "/v1/webhook-endpoints/" + IdKind.WEBHOOK_ENDPOINT.format(endpoint.id());
    return EndpointStore.insert(connection, endpoint)
        .compose(inserted -> direct.challenge(connection, endpoint, now, now))
        .compose(sent -> secrets.add(connection, endpoint.tenantId(), endpoint.id(), now))
        .map(secret -> Reply.of(201, EndpointView.of(endpoint, secret)))
        .map(reply -> EndpointView.tagged(reply, endpoint).with("Location", location));
  }

  /** {@code GET /v1/webhook-endpoints/{endpoint_id}}: one endpoint with its health. */
  Future<Reply> get(ApiRequest request) {
    return database
        .asTenant(
            request.caller().tenantId(), connection -> EndpointLookup.find(connection, request))
        .map(endpoint -> EndpointView.reply(200, endpoint));
  }

  /**
   * {@code PATCH /v1/webhook-endpoints/{endpoint_id}}: changes an endpoint of the given revision.
   */
  Future<Reply> update(ApiRequest request) {
    return violation(request)
        .compose(
            refusal ->
                write.run(
                    request,
                    connection ->
                        EndpointLookup.lock(connection, request)
                            .compose(before -> update(connection, request, before, refusal))))
        .onSuccess(reply -> onSaved.run());
  }

  private Future<Reply> update(
      SqlConnection connection, ApiRequest request, Endpoint before, Optional<Problem> urlRefusal) {
    EntityTag.require(request.header("if-match").orElseThrow(), before.revision(), "endpoint");
    Instant now = now();
    Endpoint after =
        new EndpointPatch(request.requiredBody(), () -> direct.newVerification(now), now)
            .apply(before);
    if (!after.url().equals(before.url()) && urlRefusal.isPresent()) {
      throw new ProblemException(urlRefusal.get());
    }
    return save(connection, before, after, now).map(done -> EndpointView.reply(200, after));
  }

  private Future<Void> save(
      SqlConnection connection, Endpoint before, Endpoint after, Instant now) {
    if (after.revision() == before.revision()) {
      return Future.succeededFuture();
    }
    return EndpointStore.update(connection, after)
        .compose(
            written -> {
              if (after.status() == EndpointStatus.DISABLED) {
                return DeliveryStore.skipWaiting(connection, after, null, now);
              }
              return after.url().equals(before.url())
                  ? Future.succeededFuture()
                  : direct.challenge(connection, after, now, now).mapEmpty();
            });
  }

  /**
   * {@code DELETE /v1/webhook-endpoints/{endpoint_id}}: stops deliveries and deletes the secrets;
   * the log stays.
   */
  Future<Reply> delete(ApiRequest request) {
    return write.run(
        request,
        connection ->
            EndpointLookup.lock(connection, request)
                .compose(endpoint -> delete(connection, endpoint))
                .map(done -> Reply.empty(204)));
  }

  private Future<Void> delete(SqlConnection connection, Endpoint endpoint) {
    Instant now = realTime.instant();
    return EndpointStore.delete(connection, endpoint, now)
        .compose(marked -> secrets.delete(connection, endpoint.tenantId(), endpoint.id()))
        .compose(deleted -> replays.cancel(connection, endpoint, now))
        .compose(canceled -> DeliveryStore.skipWaiting(connection, endpoint, null, now));
  }

  /**
   * {@code POST /v1/webhook-endpoints/{endpoint_id}/rotate-secret}: adds a secret; the previous one
   * signs for another day.
   */
  Future<Reply> rotateSecret(ApiRequest request) {
    return write.run(
        request,
        connection ->
            EndpointLookup.lock(connection, request)
                .compose(endpoint -> rotateSecret(connection, endpoint)));
  }

  private Future<Reply> rotateSecret(SqlConnection connection, Endpoint before) {
    Instant now = now();
    Endpoint after = before.with(before.status(), now);
    return EndpointStore.update(connection, after)
        .compose(updated -> secrets.rotate(connection, after.tenantId(), after.id(), now))
        .map(secret -> Reply.of(200, EndpointView.of(after, secret)));
  }

  private Instant now() {
    return realTime.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
