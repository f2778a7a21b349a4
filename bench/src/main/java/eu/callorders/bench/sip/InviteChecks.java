package eu.callorders.bench.sip;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Http;
import eu.callorders.bench.sip.SipCarrier.Invite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The carrier's log of INVITEs against the gateway's log of calls. */
final class InviteChecks {
  private InviteChecks() {}

  /** The attempts of each Call-ID; the last line may be half written. */
  static Map<String, Set<String>> attempts(Path callLog) throws IOException {
    Map<String, Set<String>> attempts = new HashMap<>();
    if (!Files.exists(callLog)) {
      return attempts;
    }
    for (String line : Files.readAllLines(callLog)) {
      if (line.endsWith("}")) {
        JsonNode call = Http.JSON.readTree(line);
        attempts
            .computeIfAbsent(call.path("sip_call_id").asText(), absent -> new TreeSet<>())
            .add(call.path("attempt_id").asText());
      }
    }
    return attempts;
  }

  /** What is wrong; empty when nothing is. */
  static List<String> check(List<Invite> invites, Map<String, Set<String>> attempts) {
    List<String> found = new ArrayList<>();
    Map<String, Invite> seen = new HashMap<>();
    Map<String, String> callIds = new HashMap<>();
    for (Invite invite : invites) {
      if (seen.putIfAbsent(invite.callId(), invite) != null) {
        found.add("the carrier has received two INVITEs: " + invite);
      }
      Set<String> of = attempts.getOrDefault(invite.callId(), Set.of());
      if (of.size() != 1) {
        found.add("%s belongs to the attempts %s".formatted(invite, of));
      }
      for (String attempt : of) {
        String other = callIds.putIfAbsent(attempt, invite.callId());
        if (other != null && !other.equals(invite.callId())) {
          found.add(
              "attempt %s was dialed as %s and %s".formatted(attempt, other, invite.callId()));
        }
      }
    }
    return found;
  }
}
