package eu.callorders.server.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.webhook.EndpointHealth;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.webhook.delivery.VerificationStarter;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import eu.callorders.server.webhook.endpoint.EndpointView;
import eu.callorders.server.webhook.endpoint.EventTypeNames;
import eu.callorders.server.webhook.endpoint.TargetUrlValidator;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code POST /v1/webhook-endpoints}: registers an endpoint and starts its verification. */
public final class CreateWebhookEndpointOperation implements Operation {
  private static final int MAX_ENDPOINTS = 20;

  private final IdempotentWrite write;
  private final TargetUrlValidator targets;
  private final EndpointStore endpoints = new EndpointStore();
  private final EndpointSecrets secrets;
  private final VerificationStarter verification;
  private final InstantSource realTime;
  private final SecureRandom random;
  private final Runnable created;

  /**
   * @param created runs after the commit, so that the challenge is sent immediately
   */
  public CreateWebhookEndpointOperation(
      IdempotentWrite write,
      TargetUrlValidator targets,
      EndpointSecrets secrets,
      VerificationStarter verification,
      InstantSource realTime,
      SecureRandom random,
      Runnable created) {
    this.write = write;
    this.targets = targets;
    this.secrets = secrets;
    this.verification = verification;
    this.realTime = realTime;
    this.random = random;
    this.created = created;
  }

  @Override
  public String operationId() {
    return "createWebhookEndpoint";
  }

  /** May wait seconds for DNS, which costs little. */
  @Override
  public int permits() {
    return 1;
  }

  @Override
  public List<FieldError> faults(JsonNode body) {
    return EventTypeNames.faults(body);
  }

  /** Resolves the host before the transaction, which must not wait for DNS. */
  @Override
  public Future<Reply> handle(ApiRequest request) {
    EventTypeNames.check(request.requiredBody());
    return targets
        .violation(request.requiredBody())
        .compose(
            refusal ->
                write.run(
                    request,
                    connection ->
                        checkLimits(connection, request.caller().tenantId(), refusal)
                            .compose(allowed -> create(connection, endpoint(request)))))
        .onSuccess(reply -> created.run());
  }

  /** The lock makes count and insert atomic, so that the limit holds for concurrent requests. */
  private Future<Void> checkLimits(
      SqlConnection connection, UUID tenantId, Optional<Problem> urlRefusal) {
    return Locks.acquire(connection, List.of(Locks.webhookEndpoints(tenantId)))
        .compose(locked -> endpoints.count(connection, tenantId))
        .compose(
            count -> {
              if (count >= MAX_ENDPOINTS) {
                throw new ProblemException(
                    Problem.of(
                        ProblemCode.ENDPOINT_LIMIT,
                        "There are "
                            + MAX_ENDPOINTS
                            + " endpoints. Delete one that is not needed."));
              }
              urlRefusal.ifPresent(
                  problem -> {
                    throw new ProblemException(problem);
                  });
              return Future.succeededFuture();
            });
  }

  private Endpoint endpoint(ApiRequest request) {
    JsonNode body = request.requiredBody();
    Instant now = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    return new Endpoint(
        UuidV7.at(now, random),
        request.caller().tenantId(),
        body.path("url").asText(),
        text(body, "description"),
        EventTypeNames.of(body),
        body.path("payload_mode").asText().equals("thin"),
        EndpointStatus.PENDING_VERIFICATION,
        1,
        verification.start(now),
        null,
        EndpointHealth.NEW,
        now,
        now);
  }

  private Future<Reply> create(SqlConnection connection, Endpoint endpoint) {
    Instant now = endpoint.createdAt();
    return endpoints
        .insert(connection, endpoint)
        .compose(inserted -> verification.send(connection, endpoint, now))
        .compose(sent -> secrets.add(connection, endpoint, now))
        .map(secret -> reply(endpoint, secret));
  }

  private static Reply reply(Endpoint endpoint, SigningSecret secret) {
    String location = "/v1/webhook-endpoints/" + IdKind.WEBHOOK_ENDPOINT.format(endpoint.id());
    return EndpointView.tagged(Reply.of(201, EndpointView.of(endpoint, secret)), endpoint)
        .with("Location", location);
  }

  private static @Nullable String text(JsonNode body, String member) {
    return body.has(member) ? body.path(member).asText() : null;
  }
}
