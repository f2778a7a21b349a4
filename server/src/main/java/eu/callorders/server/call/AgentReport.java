package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Engagement;
import eu.callorders.core.call.Reachability;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.server.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A validated report of the agent on one conversation.
 *
 * @param language of the conversation; null when not reported
 * @param summary free text, at most 500 characters; only for tokens that may read transcripts
 */
public record AgentReport(
    Conversation conversation,
    boolean identityConfirmed,
    boolean aiDisclosed,
    @Nullable String language,
    @Nullable String summary) {

  /** Replaces an invalid report. */
  public static final AgentReport UNUSABLE =
      new AgentReport(Conversation.ofUnusableReport(), false, false, null, null);

  /** The stored form: as a gateway sends it, plus the actor. */
  ObjectNode toJson() {
    ObjectNode json =
        Json.object()
            .put("summary_code", conversation.reportedCode().wire())
            .put("reachability", conversation.reachability().wire())
            .put("engagement", conversation.engagement().wire())
            .put("actor", conversation.actor().wire())
            .put("identity_confirmed", identityConfirmed)
            .put("ai_disclosed", aiDisclosed);
    Json.putIfPresent(json, "language", language);
    Json.putIfPresent(json, "summary", summary);
    json.set("findings", FindingsJson.write(conversation.findings()));
    return json;
  }

  /** Reads the stored form; absent members get defaults. */
  static AgentReport read(JsonNode json) {
    return new AgentReport(
        Conversation.of(
            SummaryCode.of(json.path("summary_code").asText()).orElseThrow(),
            Reachability.of(json.path("reachability").asText()).orElse(null),
            Engagement.of(json.path("engagement").asText()).orElse(null),
            Actor.of(json.path("actor").asText()).orElse(null),
            FindingsJson.read(json.path("findings"))),
        json.path("identity_confirmed").asBoolean(),
        json.path("ai_disclosed").asBoolean(),
        json.hasNonNull("language") ? json.get("language").asText() : null,
        json.hasNonNull("summary") ? json.get("summary").asText() : null);
  }
}
