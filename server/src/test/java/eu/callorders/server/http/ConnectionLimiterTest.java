package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.json.Json;
import eu.callorders.server.ratelimit.AnonymousRateLimiter;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.RateLimiter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real server with manual seconds. */
class ConnectionLimiterTest {
  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final ConnectionCounter open = ConnectionCounter.unlimited();
  private final ConnectionLimiter limiter = new ConnectionLimiter(ConnectionLimits.DEFAULT, open);
  private final CompletableFuture<Void> opened = new CompletableFuture<>();
  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private volatile boolean answers;
  private volatile boolean authenticated;

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void closesConnectionWithoutRequest() throws Exception {
    try (RawHttp http = new RawHttp(listen())) {
      http.write("GET / HT");
      opened.get(20, TimeUnit.SECONDS);
      tick(30);
      assertThat(http.isClosed()).isTrue();
    }
  }

  @Test
  void sends408ForIncompleteRequest() throws Exception {
    authenticated = true;
    try (RawHttp http = new RawHttp(listen())) {
      http.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{");
      begun.get(20, TimeUnit.SECONDS);
      tick(29);
      http.write("\"");
      tick(1);
      RawHttp.RawResponse response = http.read();
      assertThat(response.status()).isEqualTo(408);
      assertThat(response.json().path("code").asText()).isEqualTo("request_timeout");
      assertThat(response.header("Connection")).isEqualTo("close");
      assertThat(http.isClosed()).isTrue();
    }
  }

  @Test
  void waitsFiveSecondsForAnonymousBody() throws Exception {
    try (RawHttp http = new RawHttp(listen())) {
      http.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{");
      begun.get(20, TimeUnit.SECONDS);
      tick(4);
      assertThat(open.evictedCount()).isZero();
      http.write("\"");
      tick(1);
      assertThat(http.read().status()).isEqualTo(408);
      assertThat(http.isClosed()).isTrue();
      assertThat(open.evictedCount()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 100\r\n\r\n{",
        "Content-Length: 10000000000\r\n\r\n{",
        "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"
      })
  void closesConnectionWhenRestOfBodyIsMissingAfterReply(String body) throws Exception {
    answers = true;
    authenticated = true;
    try (RawHttp http = new RawHttp(listen())) {
      http.write("POST / HTTP/1.1\r\nHost: a\r\n" + body);
      assertThat(http.read().status()).isEqualTo(200);
      tick(4);
      http.write("1");
      assertThat(open.evictedCount()).isZero();
      tick(1);
      assertThat(http.isClosed()).isTrue();
      assertThat(open.evictedCount()).isEqualTo(1);
    }
  }

  @Test
  void keepsConnectionWhenRestOfBodyArrives() throws Exception {
    answers = true;
    try (RawHttp http = new RawHttp(listen())) {
      for (int each = 0; each < 2; each++) {
        http.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n{");
        assertThat(http.read().status()).isEqualTo(200);
        tick(4);
        http.write("   ");
      }
      http.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(http.read().status()).isEqualTo(200);
      tick(74);
      http.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(http.read().status()).isEqualTo(200);
    }
  }

  @Test
  void sends503ForSlowOperation() throws Exception {
    try (RawHttp http = new RawHttp(listen())) {
      http.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      begun.get(20, TimeUnit.SECONDS);
      tick(30);
      assertThat(http.read().status()).isEqualTo(503);
      assertThat(http.isClosed()).isTrue();
    }
  }

  @Test
  void keepsIdleConnectionBetweenRequests() throws Exception {
    answers = true;
    try (RawHttp http = new RawHttp(listen())) {
      for (int each = 0; each < 3; each++) {
        http.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(http.read().status()).isEqualTo(200);
        tick(74);
      }
      tick(1);
      assertThat(http.isClosed()).isTrue();
    }
  }

  private void tick(int seconds) throws Exception {
    CompletableFuture<Void> ticked = new CompletableFuture<>();
    context.runOnContext(
        ignored -> {
          for (int each = 0; each < seconds; each++) {
            limiter.tick();
          }
          ticked.complete(null);
        });
    ticked.get(20, TimeUnit.SECONDS);
  }

  private int listen() throws Exception {
    CompletableFuture<HttpServer> listening = new CompletableFuture<>();
    context.runOnContext(
        ignored ->
            vertx
                .createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(false))
                .connectionHandler(
                    connection -> {
                      limiter.register(connection);
                      opened.complete(null);
                    })
                .requestHandler(
                    request -> {
                      AnonymousRateLimiter limit =
                          new AnonymousRateLimiter(
                              new RateLimiter(() -> Instant.EPOCH), RateLimit.UNLIMITED);
                      RequestContext exchange =
                          new RequestContext(request, "id", "127.0.0.1", Instant.EPOCH, limit);
                      if (authenticated) {
                        exchange.markAuthenticated();
                        exchange.markReadingBody();
                      }
                      limiter.requestStarted(request.connection(), exchange);
                      request
                          .response()
                          .endHandler(end -> limiter.requestEnded(request.connection(), exchange));
                      begun.complete(null);
                      if (answers) {
                        exchange.send(Reply.of(200, Json.object()));
                      }
                    })
                .listen(0, "127.0.0.1")
                .onComplete(
                    result -> {
                      if (result.succeeded()) {
                        listening.complete(result.result());
                      } else {
                        listening.completeExceptionally(result.cause());
                      }
                    }));
    return listening.get(20, TimeUnit.SECONDS).actualPort();
  }
}
