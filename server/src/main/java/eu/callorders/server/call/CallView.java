package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** Renders an attempt as the contract's Call. */
public final class CallView {
  private final Supplier<String> baseUrl;

  /**
   * @param baseUrl public address of the service, without a trailing slash
   */
  public CallView(Supplier<String> baseUrl) {
    this.baseUrl = baseUrl;
  }

  /** The visible calls of an order, oldest first. */
  public ArrayNode renderAll(List<CallAttempt> attempts, Audience audience, Instant now) {
    ArrayNode calls = Json.array();
    attempts.stream()
        .filter(CallAttempt::isVisible)
        .forEach(attempt -> calls.add(render(attempt, audience, now)));
    return calls;
  }

  /** One call. Without a disposition it appears only in the event of its start. */
  public ObjectNode render(CallAttempt call, Audience audience, Instant now) {
    Attempt attempt = call.attempt();
    ObjectNode json =
        Json.object()
            .put("id", IdKind.CALL.format(attempt.id()))
            .put("call_order_id", IdKind.ORDER.format(attempt.orderId()))
            .put("attempt", attempt.attemptNumber());
    disposition(json, attempt);
    json.put("direction", "outbound");
    Timestamps.putIfPresent(json, "started_at", attempt.startedAt());
    Timestamps.putIfPresent(json, "answered_at", attempt.answeredAt());
    Timestamps.putIfPresent(json, "ended_at", attempt.endedAt());
    duration(json, attempt);
    json.put("from_number", call.intent().callerId().e164());
    json.putObject("agent").put("kind", "ai");
    json.set("transcript", transcript(call, now));
    json.putObject("recording").put("available", false);
    if (call.report() instanceof AgentReport report
        && attempt.disposition() == Disposition.ANSWERED) {
      json.set("report", report(report, call, audience));
    }
    return json;
  }

  private static void disposition(ObjectNode json, Attempt attempt) {
    if (attempt.disposition() instanceof Disposition disposition) {
      json.put("disposition", disposition.wire());
    } else if (attempt.status() == AttemptStatus.ANSWERED) {
      json.put("disposition", Disposition.ANSWERED.wire());
    }
  }

  private static void duration(ObjectNode json, Attempt attempt) {
    if (attempt.answeredAt() instanceof Instant answered
        && attempt.endedAt() instanceof Instant ended) {
      json.put("duration_seconds", Math.max(0, Duration.between(answered, ended).toSeconds()));
    }
  }

  private ObjectNode transcript(CallAttempt call, Instant now) {
    Instant expiresAt = call.transcriptExpiresAt();
    boolean available = expiresAt != null && now.isBefore(expiresAt);
    ObjectNode json = Json.object().put("available", available);
    if (available) {
      json.put("url", baseUrl.get() + "/v1/calls/" + IdKind.CALL.format(call.id()) + "/transcript");
      Timestamps.putIfPresent(json, "expires_at", expiresAt);
    }
    return json;
  }

  private static ObjectNode report(AgentReport report, CallAttempt call, Audience audience) {
    ObjectNode json =
        Json.object()
            .put("summary_code", report.conversation().summary().wire())
            .put("identity_confirmed", report.identityConfirmed())
            .put("ai_disclosed", report.aiDisclosed());
    Json.putIfPresent(json, "language", report.language());
    if (report.summary() != null && audience.mayReadConversations()) {
      json.put("summary", report.summary());
    }
    JsonNode findings =
        FindingsJson.write(
            (call.attempt().conversation() == null
                    ? report.conversation()
                    : call.attempt().conversation())
                .findings());
    return json.set("findings", withoutStatement(findings, audience));
  }

  /** The findings, without the free text unless the audience may read conversations. */
  public static JsonNode withoutStatement(JsonNode findings, Audience audience) {
    if (!audience.mayReadConversations()
        && findings.path("dispute") instanceof ObjectNode dispute) {
      dispute.remove("statement");
    }
    return findings;
  }
}
