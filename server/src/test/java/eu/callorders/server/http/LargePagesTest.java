package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lists of large rows are paced by {@link BytePacer}; other requests are not. */
class LargePagesTest {
  private final ApiFixture api = new ApiFixture();
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    client.shutdownNow();
    api.close();
  }

  @Test
  void doNotDelayOtherRequests() throws InterruptedException {
    int atOnce = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    Promise<Reply> held = Promise.promise();
    List<String> started = new CopyOnWriteArrayList<>();
    CountDownLatch admitted = new CountDownLatch(atOnce + 1);
    api.onAdmit.set(operationId -> admitted.countDown());
    api.reply.set(
        request -> {
          started.add(request.operationId());
          return request.operationId().equals("listCallOrders")
              ? held.future()
              : Future.succeededFuture(Reply.of(200, Json.object()));
        });
    List<CompletableFuture<Integer>> pages =
        IntStream.rangeClosed(0, atOnce).mapToObj(page -> get("/v1/call-orders")).toList();
    assertThat(admitted.await(20, TimeUnit.SECONDS)).isTrue();

    assertThat(get("/v1/order-types").join()).isEqualTo(200);
    assertThat(started).filteredOn("listCallOrders"::equals).hasSize(atOnce);

    held.complete(Reply.of(200, Json.object()));
    assertThat(pages).allSatisfy(page -> assertThat(page.join()).isEqualTo(200));
    assertThat(started).filteredOn("listCallOrders"::equals).hasSize(atOnce + 1);
  }

  private CompletableFuture<Integer> get(String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + api.port + path))
            .header("Authorization", "Bearer " + ApiFixture.ALL_SCOPES)
            .build();
    return client.sendAsync(request, BodyHandlers.discarding()).thenApply(HttpResponse::statusCode);
  }
}
