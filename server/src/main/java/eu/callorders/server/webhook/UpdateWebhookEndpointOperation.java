package eu.callorders.server.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.EntityTag;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.webhook.delivery.DeliveryStore;
import eu.callorders.server.webhook.delivery.VerificationStarter;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointLookup;
import eu.callorders.server.webhook.endpoint.EndpointPatch;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import eu.callorders.server.webhook.endpoint.EndpointView;
import eu.callorders.server.webhook.endpoint.EventTypeNames;
import eu.callorders.server.webhook.endpoint.TargetUrlValidator;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** {@code PATCH /v1/webhook-endpoints/{endpoint_id}}: changes an endpoint of the given revision. */
public final class UpdateWebhookEndpointOperation implements Operation {
  private final IdempotentWrite write;
  private final TargetUrlValidator targets;
  private final EndpointStore endpoints = new EndpointStore();
  private final DeliveryStore deliveries = new DeliveryStore();
  private final VerificationStarter verification;
  private final InstantSource realTime;
  private final Runnable updated;

  /**
   * @param updated runs after the commit, so that a challenge is sent immediately
   */
  public UpdateWebhookEndpointOperation(
      IdempotentWrite write,
      TargetUrlValidator targets,
      VerificationStarter verification,
      InstantSource realTime,
      Runnable updated) {
    this.write = write;
    this.targets = targets;
    this.verification = verification;
    this.realTime = realTime;
    this.updated = updated;
  }

  @Override
  public String operationId() {
    return "updateWebhookEndpoint";
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
                        EndpointLookup.lock(connection, request)
                            .compose(before -> update(connection, request, before, refusal))))
        .onSuccess(reply -> updated.run());
  }

  private Future<Reply> update(
      SqlConnection connection, ApiRequest request, Endpoint before, Optional<Problem> urlRefusal) {
    if (!EntityTag.matches(request.header("if-match").orElseThrow(), before.revision())) {
      throw new ProblemException(
          Problem.of(
              ProblemCode.PRECONDITION_FAILED,
              "The endpoint has changed since. Fetch it, and send its ETag with your change."));
    }
    Instant now = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    Endpoint after =
        new EndpointPatch(request.requiredBody(), () -> verification.start(now), now).apply(before);
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
    return endpoints
        .update(connection, after)
        .compose(
            written -> {
              if (after.status() == EndpointStatus.DISABLED) {
                return deliveries.skipWaiting(connection, after, null, now);
              }
              return after.url().equals(before.url())
                  ? Future.succeededFuture()
                  : verification.send(connection, after, now).mapEmpty();
            });
  }
}
