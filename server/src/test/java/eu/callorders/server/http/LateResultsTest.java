package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Results that arrive after their request was answered with 503. */
class LateResultsTest {
  private static final String REQUEST =
      "GET /v1/tenant HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n\r\n";

  private final ApiFixture api = ApiFixture.withRequestTimeout(1);
  private final LogLines lines = LogLines.of("ROOT");

  @AfterEach
  void close() {
    lines.close();
    api.close();
  }

  @Test
  void skipsOperationAfterLateTokenCheck() throws Exception {
    assertUnavailable(RawHttp.send(api.port, REQUEST.formatted("slow")));

    complete(api.slow);

    assertThat(api.lastRequest.get()).isNull();
    assertNoException();
  }

  @Test
  void sendsNothingAfterLateOperation() throws Exception {
    Promise<Void> work = Promise.promise();
    api.reply.set(request -> work.future().map(Reply.of(200, Json.object())));
    assertUnavailable(RawHttp.send(api.port, REQUEST.formatted(ApiFixture.ALL_SCOPES)));

    complete(work);

    assertNoException();
  }

  @Test
  void closesConnectionWhenNextPartIsLate() throws Exception {
    AtomicBoolean begun = new AtomicBoolean();
    Future<@Nullable String> first = Future.succeededFuture("[\r\n");
    Future<@Nullable String> second = Promise.<@Nullable String>promise().future();
    BodyParts parts = () -> begun.getAndSet(true) ? second : first;
    api.reply.set(request -> Future.succeededFuture(Reply.ofParts(200, parts)));
    try (RawHttp http = new RawHttp(api.port)) {
      http.write(REQUEST.formatted(ApiFixture.ALL_SCOPES));
      assertThat(http.read().status()).isEqualTo(200);
      http.skipToEnd();
    }
    assertNoException();
  }

  /** Completes on an event loop and waits for the handlers. */
  private void complete(Promise<Void> late) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    api.vertx.runOnContext(
        ignored -> {
          try {
            late.complete();
          } finally {
            done.countDown();
          }
        });
    assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
  }

  private void assertNoException() {
    assertThat(lines.texts()).noneMatch(line -> line.contains("Exception"));
  }

  private static void assertUnavailable(RawHttp.RawResponse response) {
    assertThat(response.status()).isEqualTo(503);
    assertThat(response.json().path("code").asText()).isEqualTo("unavailable");
  }
}
