package eu.callorders.bench.siege;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.siege.SiegeTenant.Answer;
import eu.callorders.bench.siege.SiegeTenant.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Thousands of open orders of one person with large bodies, then a call in which the person
 * objects: what is stored, when all orders have ended, and whether lists of them can be read.
 */
final class ObjectionAttack {
  static final String NAME = "objection";

  private static final String PERSON = "siege-objector";
  private static final int PHONE = 3_125_025;
  private static final int AT_ONCE = 16;
  private static final int TRIES = 200;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static final String OF_PERSON = "?subject_reference=" + PERSON + "&limit=100";

  private final SiegeTenant tenant;
  private final String tomorrow;
  private final int orders;

  /**
   * @param tomorrow an instant until which the orders wait
   * @param orders how many are open when the person objects
   */
  ObjectionAttack(SiegeTenant tenant, String tomorrow, int orders) {
    this.tenant = tenant;
    this.tomorrow = tomorrow;
    this.orders = orders;
  }

  /**
   * What came of it, in seconds after the order whose call brings the objection.
   *
   * @param listed orders that the list of the person shows, read to its end
   * @param refused answers that were tried again later
   */
  record Result(int refused, double stored, double ended, int listed) {}

  /** Orders everything; answers how many requests were refused and sent again. */
  int order() throws InterruptedException {
    String body = body("\"window\": {\"not_before\": \"%s\"}, ".formatted(tomorrow));
    Semaphore room = new Semaphore(AT_ONCE);
    AtomicInteger refused = new AtomicInteger();
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int each = 0; each < orders; each++) {
      room.acquire();
      all.add(
          CompletableFuture.runAsync(() -> send(body, refused))
              .whenComplete((done, failure) -> room.release()));
    }
    all.forEach(CompletableFuture::join);
    return refused.get();
  }

  private void send(String body, AtomicInteger refused) {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      Answer answer = tenant.send(Call.post("/v1/call-orders", body)).join();
      if (answer.status() == 202) {
        return;
      }
      if (answer.status() != 429 && answer.status() != 503) {
        throw new IllegalStateException(answer.toString());
      }
      refused.incrementAndGet();
      pause(500);
    }
    throw new IllegalStateException("an order was refused too often");
  }

  /** Calls a subject who objects, and waits until no order of the subject is open. */
  Result object(int refused) {
    long began = System.nanoTime();
    String body = body("");
    send(
        body.replace(
            "\"attempts\": [\"answered\"]",
            "\"attempts\": [\"answered\"], \"outcome\": {\"summary_code\":"
                + " \"objection_to_calls\"}"),
        new AtomicInteger());
    await(() -> !page("/v1/suppressions?subject_reference=" + PERSON).path("data").isEmpty());
    double stored = seconds(began);
    await(
        () ->
            page("/v1/call-orders" + OF_PERSON + "&status=scheduled").path("data").isEmpty()
                && page("/v1/call-orders" + OF_PERSON + "&status=accepted").path("data").isEmpty());
    double ended = seconds(began);
    return new Result(refused, stored, ended, listed());
  }

  /** Follows the cursors of the person's list to its end. */
  private int listed() {
    int listed = 0;
    String after = "";
    JsonNode page;
    do {
      page = page("/v1/call-orders" + OF_PERSON + after);
      listed += page.path("data").size();
      after = "&after=" + page.path("next_cursor").asText();
    } while (page.path("has_more").asBoolean());
    return listed;
  }

  /** A page, asked for again when the answer is that the service is busy. */
  private JsonNode page(String target) {
    Answer answer = tenant.send(Call.get(target)).join();
    for (int attempt = 0; answer.status() == 429 && attempt < TRIES; attempt++) {
      pause(500);
      answer = tenant.send(Call.get(target)).join();
    }
    if (answer.status() != 200) {
      throw new IllegalStateException(target + ": " + answer);
    }
    return answer.json();
  }

  private interface Condition {
    boolean holds();
  }

  private static void await(Condition condition) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("not within " + LIMIT);
      }
      pause(100);
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private static String body(String scheduling) {
    return Bodies.orderOfOnePhone(PERSON, PHONE, scheduling);
  }
}
