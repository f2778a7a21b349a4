package eu.callorders.server.predial;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.predial.PredialAnswerParser;
import eu.callorders.core.predial.PredialFailure;
import eu.callorders.core.predial.PredialReply;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.server.json.Json;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import eu.callorders.server.webhook.delivery.AttemptError;
import eu.callorders.server.webhook.delivery.SendResult;
import eu.callorders.server.webhook.delivery.SignedRequest;
import eu.callorders.server.webhook.delivery.WebhookSender;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends questions as signed requests, as webhooks are sent: to checked addresses, without
 * redirects, bounded in time and size. Logs one line each, without bodies, path and query.
 */
public final class HttpPredialEndpoint implements PredialEndpoint {
  private static final Logger LOG = LoggerFactory.getLogger("eu.callorders.predial.question");
  private static final int OK = 200;

  private final TargetRules rules;
  private final WebhookSender sender;
  private final InstantSource realTime;

  public HttpPredialEndpoint(TargetRules rules, WebhookSender sender, InstantSource realTime) {
    this.rules = rules;
    this.sender = sender;
    this.realTime = realTime;
  }

  @Override
  public Future<PredialReply> ask(PredialQuestion question) {
    List<SigningSecret> secrets = question.secrets().orElse(List.of());
    if (secrets.isEmpty()) {
      return failed(question, PredialFailure.UNSENDABLE);
    }
    return switch (rules.validate(question.setting().check().url())) {
      case TargetRules.Verdict.Refused _ -> failed(question, PredialFailure.TARGET_REFUSED);
      case TargetRules.Verdict.Allowed allowed -> send(question, allowed.url(), secrets);
    };
  }

  private static Future<PredialReply> failed(PredialQuestion question, PredialFailure failure) {
    PredialReply reply = new PredialReply.Failed(failure);
    log(question, null, null, reply, 0);
    return Future.succeededFuture(reply);
  }

  private Future<PredialReply> send(
      PredialQuestion question, TargetUrl url, List<SigningSecret> secrets) {
    SignedRequest request =
        SignedRequest.of(question.id(), question.body(), secrets, realTime.instant());
    long startedAt = System.nanoTime();
    return sender
        .send(url, request.headers(), request.body(), true, question.setting().check().timeout())
        .map(
            result -> {
              PredialReply reply = reply(question, result);
              long millis = (System.nanoTime() - startedAt) / 1_000_000;
              log(question, url, result, reply, millis);
              return reply;
            });
  }

  private PredialReply reply(PredialQuestion question, SendResult result) {
    return switch (result) {
      case SendResult.NoResponse(var error) -> new PredialReply.Failed(failure(error));
      case SendResult.ReceivedResponse response when response.status() != OK ->
          new PredialReply.Failed(PredialFailure.UNEXPECTED_STATUS);
      case SendResult.ReceivedResponse response
          when response.body().length() >= WebhookSender.MAX_BODY_BYTES ->
          new PredialReply.Failed(PredialFailure.ANSWER_TOO_LARGE);
      case SendResult.ReceivedResponse response -> answer(question, response.body());
    };
  }

  private PredialReply answer(PredialQuestion question, Buffer body) {
    Object json;
    try {
      json = Json.mapper().readValue(body.getBytes(), Object.class);
    } catch (IOException notJson) {
      return new PredialReply.Failed(PredialFailure.MALFORMED_ANSWER);
    }
    return PredialAnswerParser.parse(
        json, question.outstanding(), realTime.instant().plus(question.clockOffset()));
  }

  private static PredialFailure failure(AttemptError error) {
    return switch (error) {
      case TARGET_REFUSED -> PredialFailure.TARGET_REFUSED;
      case CERTIFICATE_REFUSED -> PredialFailure.CERTIFICATE_REFUSED;
      case INVALID_RESPONSE -> PredialFailure.INVALID_RESPONSE;
      case CONNECTION_FAILED, CHALLENGE_NOT_ANSWERED, UNSENDABLE ->
          PredialFailure.CONNECTION_FAILED;
    };
  }

  private static void log(
      PredialQuestion question,
      @Nullable TargetUrl url,
      @Nullable SendResult result,
      PredialReply reply,
      long millis) {
    PredialReply.Failed failed = reply instanceof PredialReply.Failed it ? it : null;
    (failed == null ? LogLine.info(LOG) : LogLine.warn(LOG))
        .with(LogField.EVENT_ID, IdKind.EVENT.format(question.id()))
        .with(LogField.CALL_ORDER_ID, IdKind.ORDER.format(question.orderId()))
        .with(LogField.TENANT_ID, IdKind.TENANT.format(question.tenantId()))
        .with(LogField.HOST, url == null ? null : url.hostAndPort())
        .with(LogField.DURATION_MS, millis)
        .with(
            LogField.RESPONSE_STATUS,
            result instanceof SendResult.ReceivedResponse response ? response.status() : null)
        .with(LogField.DECISION, PredialCounts.Result.of(reply).wire())
        .with(LogField.ERROR, failed == null ? null : failed.failure().wire())
        .with(LogField.CAUSE, failed == null ? null : failed.pointer())
        .log("predial question");
  }
}
