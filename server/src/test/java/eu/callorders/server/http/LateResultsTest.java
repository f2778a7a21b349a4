package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Results that arrive after their request was answered with 503. */
class LateResultsTest {
  private static final String REQUEST =
      "GET /v1/tenant HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n\r\n";

  private final ApiFixture api = ApiFixture.withRequestTimeout(1);
  private final LogLines lines = LogLines.of("ROOT");
  private final Promise<@Nullable String> second = Promise.promise();
  private final AtomicInteger requested = new AtomicInteger();

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
    replyInParts(Future.succeededFuture("[\r\n"), second.future());
    try (RawHttp http = new RawHttp(api.port)) {
      http.write(REQUEST.formatted(ApiFixture.ALL_SCOPES));
      assertThat(http.read().status()).isEqualTo(200);
      http.skipToEnd();
    }
    assertNoException();
  }

  @Test
  void endsPartsAfterTheLastOne() throws Exception {
    Future<Void> ended = replyInParts(second.future(), Future.succeededFuture(null));
    try (RawHttp http = new RawHttp(api.port)) {
      http.write(REQUEST.formatted(ApiFixture.ALL_SCOPES));
      Await.until("the operation runs", () -> requested.get() == 1);
      assertThat(ended.isComplete()).isFalse();

      second.complete("[]");

      assertThat(http.read().status()).isEqualTo(200);
      Await.until("the parts end", ended::isComplete);
    }
  }

  @Test
  void endsPartsAfterAFailure() throws Exception {
    Future<Void> ended =
        replyInParts(Future.succeededFuture("["), Future.failedFuture("no such page"));
    try (RawHttp http = new RawHttp(api.port)) {
      http.write(REQUEST.formatted(ApiFixture.ALL_SCOPES));
      http.skipToEnd();
    }

    Await.until("the parts end", ended::isComplete);
  }

  @Test
  void endsPartsWithoutAClient() throws Exception {
    Future<Void> ended = replyInParts(Future.succeededFuture("["), second.future());
    try (RawHttp http = new RawHttp(api.port)) {
      http.write(REQUEST.formatted(ApiFixture.ALL_SCOPES));
      assertThat(http.read().status()).isEqualTo(200);
      assertThat(ended.isComplete()).isFalse();
    }

    Await.until(
        "the request ends", () -> lines.texts().stream().anyMatch(it -> it.startsWith("request ")));
    second.complete("more");

    Await.until("the parts end", ended::isComplete);
  }

  @Test
  void endsPartsOfALateReply() throws Exception {
    Promise<Void> work = Promise.promise();
    ScriptedParts parts = new ScriptedParts(List.of());
    api.reply.set(request -> work.future().map(Reply.ofParts(200, parts)));
    assertUnavailable(RawHttp.send(api.port, REQUEST.formatted(ApiFixture.ALL_SCOPES)));
    assertThat(parts.ended().isComplete()).isFalse();

    complete(work);

    assertThat(parts.ended().isComplete()).isTrue();
    assertThat(requested.get()).isZero();
  }

  /** Completes when the parts have ended. */
  private Future<Void> replyInParts(Future<@Nullable String> first, Future<@Nullable String> next) {
    ScriptedParts scripted = new ScriptedParts(List.of(first, next));
    api.reply.set(request -> Future.succeededFuture(Reply.ofParts(200, scripted)));
    return scripted.ended();
  }

  private final class ScriptedParts extends BodyParts {
    private final List<Future<@Nullable String>> parts;

    ScriptedParts(List<Future<@Nullable String>> parts) {
      this.parts = parts;
    }

    @Override
    public Future<@Nullable String> next() {
      return parts.get(requested.getAndIncrement());
    }
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
