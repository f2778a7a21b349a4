package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Http;
import eu.callorders.bench.Polling;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The signed evidence of the calls that a backup contains is the same after its restore. */
final class EvidenceChecks {
  private static final Duration FIRST = Duration.ofMinutes(1);

  private final CampaignTenant tenancy;
  private final Map<String, String> before = new HashMap<>();

  EvidenceChecks(CampaignTenant tenancy) {
    this.tenancy = tenancy;
  }

  /** Waits until a call has evidence, and keeps that of all calls. */
  void awaitFirst(Ledger ledger) throws Exception {
    Polling.until(
        FIRST,
        200,
        "no call has evidence",
        () -> {
          read(ledger);
          return !before.isEmpty();
        });
  }

  private void read(Ledger ledger) throws InterruptedException {
    for (JsonNode order : new Inventory(tenancy).shown(ledger).orders().values()) {
      for (JsonNode call : order.path("calls")) {
        String id = call.path("id").asText();
        Http.Answer answer = get(id);
        if (answer.successful()) {
          before.put(id, jws(answer));
        }
      }
    }
  }

  void check(Violations violations) throws InterruptedException {
    for (Map.Entry<String, String> each : before.entrySet()) {
      Http.Answer after = get(each.getKey());
      violations.unless(
          after.successful() && jws(after).equals(each.getValue()),
          "the evidence of call %s was %s and is %s"
              .formatted(each.getKey(), each.getValue(), after));
    }
  }

  private static String jws(Http.Answer answer) {
    return answer.body().path("jws").asText();
  }

  private Http.Answer get(String call) throws InterruptedException {
    return tenancy.insist("GET", "/v1/calls/" + call + "/evidence", "");
  }
}
