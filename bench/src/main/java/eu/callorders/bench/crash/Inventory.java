package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Http;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks the service for its orders and enrollments. */
public record Inventory(CampaignTenant tenancy) {
  private static final List<String> OPEN =
      List.of("accepted", "scheduled", "dialing", "in_progress");

  private static final List<String> RUNNING = List.of("active", "paused");

  /** Resumes, and sends the clock ahead a day at a time; whether all ends within the limit. */
  public boolean settle(Duration atMost) throws InterruptedException {
    Instant giveUp = Instant.now().plus(atMost);
    while (anyOpen()) {
      resumeAll();
      tenancy.advance("{\"by\": \"P1D\"}");
      while (!tenancy.clockReady()) {
        if (Instant.now().isAfter(giveUp)) {
          return false;
        }
        Thread.sleep(200);
      }
    }
    return true;
  }

  /** Waits until all has ended by itself, without a clock that could be sent ahead. */
  public boolean awaitEnds(Duration atMost) throws InterruptedException {
    Instant giveUp = Instant.now().plus(atMost);
    while (anyOpen()) {
      if (Instant.now().isAfter(giveUp)) {
        return false;
      }
      Thread.sleep(500);
    }
    return true;
  }

  private boolean anyOpen() throws InterruptedException {
    return any("/v1/call-orders", OPEN) || any("/v1/enrollments", RUNNING);
  }

  private boolean any(String path, List<String> statuses) throws InterruptedException {
    for (String status : statuses) {
      String target = path + "?limit=1&status=" + status;
      if (!tenancy.insist("GET", target, "").body().path("data").isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private void resumeAll() throws InterruptedException {
    for (String id : ids("/v1/enrollments", "&status=paused")) {
      tenancy.insist("POST", "/v1/enrollments/" + id + "/resume", "");
    }
  }

  /** Orders, enrollments and acknowledged signals, as their GET shows them. */
  public CampaignRecord.Shown shown(Ledger ledger) throws InterruptedException {
    List<String> signals =
        ledger.signals().stream().flatMap(entry -> entry.ids.stream()).distinct().toList();
    return new CampaignRecord.Shown(
        each("/v1/call-orders/", ids("/v1/call-orders", "")),
        each("/v1/signals/", signals),
        each("/v1/enrollments/", ids("/v1/enrollments", "")));
  }

  /** What their GET answers, by id; nothing of those that are not found. */
  private Map<String, JsonNode> each(String path, List<String> ids) throws InterruptedException {
    Map<String, JsonNode> found = new LinkedHashMap<>();
    for (String id : ids) {
      Http.Answer answer = tenancy.insist("GET", path + id, "");
      if (answer.status() == 200) {
        found.put(id, answer.body());
      }
    }
    return found;
  }

  private List<String> ids(String path, String filter) throws InterruptedException {
    List<String> ids = new ArrayList<>();
    String after = "";
    do {
      JsonNode page = tenancy.insist("GET", path + "?limit=100" + filter + after, "").body();
      page.path("data").forEach(row -> ids.add(row.path("id").asText()));
      after =
          page.path("has_more").asBoolean() ? "&after=" + page.path("next_cursor").asText() : "";
    } while (!after.isEmpty());
    return ids;
  }
}
