package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import eu.callorders.server.ratelimit.TenantSemaphore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Permits of a request by its operation and body size. */
class RequestPermitsTest {
  private static final int PERMITS = 64;

  /** A longer wait ends in a 503, which proves the wait. */
  private static final Duration WAIT = Duration.ofMillis(100);

  /** Number of metadata entries, half a KiB each. */
  private static final int SMALL = 0;

  private static final int LARGE = 50;

  private final AtomicReference<Future<?>> pause = new AtomicReference<>(Future.succeededFuture());
  private final AtomicReference<Duration> paused = new AtomicReference<>();
  private final ApiFixture api =
      new ApiFixture(
          BytePacer.ofBodies(
              new TenantSemaphore(PERMITS, WAIT),
              () -> Instant.EPOCH,
              time -> {
                paused.set(time);
                return pause.get();
              }));
  private final HttpClient client = HttpClient.newHttpClient();
  private final Promise<Reply> held = Promise.promise();

  @AfterEach
  void close() {
    client.shutdownNow();
    api.close();
  }

  @Test
  void largeBodyTakesMorePermits() {
    CompletableFuture<Integer> first = hold(order(LARGE));

    assertThat(send(order(LARGE)).join()).isEqualTo(503);
    assertThat(send(order(SMALL)).join()).isEqualTo(200);

    held.complete(Reply.of(200, Json.object()));
    assertThat(first.join()).isEqualTo(200);
    assertThat(send(order(LARGE)).join()).isEqualTo(200);
  }

  @Test
  void smallBodyTakesPermitsOfOperation() {
    CompletableFuture<Integer> first = hold(order(SMALL));

    assertThat(send(order(LARGE)).join()).isEqualTo(200);

    held.complete(Reply.of(200, Json.object()));
    assertThat(first.join()).isEqualTo(200);
  }

  @Test
  void largeBodyKeepsPermitsUntilItsBytesAreDue() {
    Promise<Void> due = Promise.promise();
    pause.set(due.future());

    assertThat(send(order(LARGE)).join()).isEqualTo(200);
    assertThat(send(order(LARGE)).join()).isEqualTo(503);
    assertThat(send(order(SMALL)).join()).isEqualTo(200);

    due.complete();
    assertThat(send(order(LARGE)).join()).isEqualTo(200);
  }

  @Test
  void bodiesArePacedOnlyWhereRequestsAreLimited() {
    pause.set(Promise.promise().future());

    assertThat(send(order(LARGE), "unlimited").join()).isEqualTo(200);
    assertThat(send(order(LARGE), "unlimited").join()).isEqualTo(200);
  }

  @Test
  void bodiesOfTenantWithLimitArePacedByIt() {
    String order = order(LARGE);

    assertThat(send(order, "own-body-limit").join()).isEqualTo(200);
    assertThat(paused.get())
        .isEqualTo(Duration.ofSeconds(order.length()).dividedBy(ApiFixture.OWN_BODY_RATE));
  }

  @Test
  void failedRequestReleasesPermits() {
    CompletableFuture<Integer> first = hold(order(LARGE));

    held.fail(new IllegalStateException("a bug"));

    assertThat(first.join()).isEqualTo(500);
    assertThat(send(order(LARGE)).join()).isEqualTo(200);
  }

  /** Sends a request that runs until {@link #held} completes. */
  private CompletableFuture<Integer> hold(String order) {
    CompletableFuture<Void> started = new CompletableFuture<>();
    api.reply.set(
        request -> {
          started.complete(null);
          return held.future();
        });
    CompletableFuture<Integer> status = send(order);
    CompletableFuture.anyOf(started, status).join();
    assertThat(started).isDone();
    api.reply.set(request -> Future.succeededFuture(Reply.of(200, Json.object())));
    return status;
  }

  private CompletableFuture<Integer> send(String order) {
    return send(order, ApiFixture.ALL_SCOPES);
  }

  private CompletableFuture<Integer> send(String order, String token) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + api.port + "/v1/call-orders"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "k" + order.length())
            .POST(BodyPublishers.ofString(order))
            .build();
    return client.sendAsync(request, BodyHandlers.discarding()).thenApply(HttpResponse::statusCode);
  }

  private static String order(int entries) {
    ObjectNode order = RequestExamples.order();
    for (int entry = 0; entry < entries; entry++) {
      order.withObject("/metadata").put("m" + entry, "x".repeat(500));
    }
    return order.toString();
  }
}
