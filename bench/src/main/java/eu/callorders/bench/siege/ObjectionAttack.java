package eu.callorders.bench.siege;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Http;
import eu.callorders.bench.Polling;
import eu.callorders.bench.siege.SiegeTenant.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Thousands of large open orders of one person, then a call in which the person objects. */
final class ObjectionAttack {
  static final String NAME = "objection";

  private static final String PERSON = "siege-objector";
  private static final int PHONE = 3_125_025;
  private static final int AT_ONCE = 16;
  private static final int TRIES = 200;
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final String OF_PERSON = "?subject_reference=" + PERSON + "&limit=100";

  private final SiegeTenant tenant;
  private final AtomicInteger refused = new AtomicInteger();

  ObjectionAttack(SiegeTenant tenant) {
    this.tenant = tenant;
  }

  /** Seconds after the order whose call brings the objection, and orders that the list shows. */
  record Result(double stored, double ended, int listed) {}

  /** Places so many orders that wait until tomorrow. */
  void order(String tomorrow, int orders) throws InterruptedException {
    String body = body("\"window\": {\"not_before\": \"%s\"}, ".formatted(tomorrow));
    Semaphore room = new Semaphore(AT_ONCE);
    List<CompletableFuture<Void>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int each = 0; each < orders; each++) {
        room.acquire();
        all.add(
            CompletableFuture.runAsync(() -> send(Call.post("/v1/call-orders", body)), threads)
                .whenComplete((done, failure) -> room.release()));
      }
    }
    all.forEach(CompletableFuture::join);
  }

  int refused() {
    return refused.get();
  }

  /** Sends a request, again when the answer is that the service is busy. */
  private JsonNode send(Call call) {
    Http.Answer answer = tenant.send(call).join();
    for (int tries = 1; tries < TRIES && isBusy(answer); tries++) {
      refused.incrementAndGet();
      LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
      answer = tenant.send(call).join();
    }
    return answer.require(call.target());
  }

  private static boolean isBusy(Http.Answer answer) {
    return answer.status() == 429 || answer.status() == 503;
  }

  Result object() throws Exception {
    long began = System.nanoTime();
    String objection =
        body("")
            .replace(
                "\"attempts\": [\"answered\"]",
                "\"attempts\": [\"answered\"], \"outcome\": {\"summary_code\":"
                    + " \"objection_to_calls\"}");
    send(Call.post("/v1/call-orders", objection));
    String entries = "/v1/suppressions?subject_reference=" + PERSON;
    Polling.until(LIMIT, 100, "no entry was stored", () -> !data(entries).isEmpty());
    double stored = seconds(began);
    String open = "/v1/call-orders" + OF_PERSON + "&status=";
    Callable<Boolean> ended =
        () -> data(open + "scheduled").isEmpty() && data(open + "accepted").isEmpty();
    Polling.until(LIMIT, 100, "not all orders ended", ended);
    return new Result(stored, seconds(began), listed());
  }

  /** Follows the cursors of the person's list to its end. */
  private int listed() {
    int listed = 0;
    String after = "";
    JsonNode page;
    do {
      page = send(Call.get("/v1/call-orders" + OF_PERSON + after));
      listed += page.path("data").size();
      after = "&after=" + page.path("next_cursor").asText();
    } while (page.path("has_more").asBoolean());
    return listed;
  }

  private JsonNode data(String target) {
    return send(Call.get(target)).path("data");
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private static String body(String scheduling) {
    return Bodies.orderOfOnePhone(PERSON, PHONE, scheduling);
  }
}
