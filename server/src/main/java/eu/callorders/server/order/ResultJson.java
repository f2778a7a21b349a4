package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Engagement;
import eu.callorders.core.call.Reachability;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.order.Result;
import eu.callorders.core.order.Termination;
import eu.callorders.server.call.FindingsJson;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.util.Locale;

/** Reads and writes results in the contract's JSON form. */
final class ResultJson {
  private ResultJson() {}

  static ObjectNode write(Result result) {
    ObjectNode json =
        Json.object()
            .put("summary_code", result.summaryCode().wire())
            .put("reachability", result.reachability().wire())
            .put("engagement", result.engagement().wire());
    ObjectNode termination =
        json.putObject("termination")
            .put("actor", result.termination().actor().wire())
            .put("reason", result.termination().reason().wire());
    Json.putIfPresent(termination, "note", result.termination().note());
    json.put("attempts", result.attempts()).put("ended_at", Timestamps.format(result.endedAt()));
    return json.set("findings", FindingsJson.write(result.findings()));
  }

  static Result read(JsonNode json) {
    JsonNode termination = json.path("termination");
    return new Result(
        SummaryCode.of(json.path("summary_code").asText()).orElseThrow(),
        Reachability.of(json.path("reachability").asText()).orElseThrow(),
        Engagement.of(json.path("engagement").asText()).orElseThrow(),
        new Termination(
            Actor.of(termination.path("actor").asText()).orElseThrow(),
            Termination.Reason.valueOf(
                termination.path("reason").asText().toUpperCase(Locale.ROOT)),
            termination.hasNonNull("note") ? termination.get("note").asText() : null),
        json.path("attempts").asInt(),
        Timestamps.parse(json.path("ended_at").asText()),
        FindingsJson.read(json.path("findings")));
  }
}
