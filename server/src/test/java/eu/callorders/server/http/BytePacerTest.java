package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.ratelimit.TenantSemaphore;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BytePacerTest {
  private static final UUID TENANT = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);
  private static final int SMALL = 256 * 1024;
  private static final int LARGE = 4 << 20;

  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  private final List<Duration> pauses = new ArrayList<>();
  private final List<String> started = new ArrayList<>();
  private final Promise<Void> paused = Promise.promise();
  private Instant now = Instant.parse("2026-11-20T08:00:00Z");
  private final BytePacer pacer =
      new BytePacer(
          new TenantSemaphore(1, Duration.ofDays(1)),
          new BytePacer.Rate(SMALL, 16 << 20),
          () -> now,
          time -> {
            pauses.add(time);
            return paused.future();
          });

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void nextPageWaitsAfterLargePage() {
    Future<Reply> first = page(TENANT, "first", LARGE);
    Future<Reply> next = page(TENANT, "next", SMALL);

    assertThat(first.result().text()).as("is there at once").hasSize(LARGE);
    assertThat(pauses).containsExactly(Duration.ofMillis(250));
    assertThat(started).containsExactly("first");

    onLoop(paused::complete);
    assertThat(started).containsExactly("first", "next");
    assertThat(next.result().text()).hasSize(SMALL);
  }

  @Test
  void nextPageWaitsAtMostASecond() {
    page(TENANT, "first", 20 << 20);

    assertThat(pauses).containsExactly(Duration.ofSeconds(1));
  }

  @Test
  void nextBodyWaitsAtTheRateOfItsTenant() {
    Supplier<Future<Reply>> work = () -> Future.succeededFuture(Reply.empty(202));
    onLoop(() -> pacer.run(TENANT, 1, LARGE * 4, work, reply -> LARGE));

    assertThat(pauses).containsExactly(Duration.ofMillis(250));
  }

  @Test
  void otherTenantDoesNotWait() {
    page(TENANT, "first", LARGE);

    assertThat(page(OTHER, "other", SMALL).result().text()).hasSize(SMALL);
  }

  @Test
  void nothingWaitsAfterSmallPagesAndEmptyReplies() {
    page(TENANT, "first", SMALL);
    run(TENANT, () -> Future.succeededFuture(Reply.empty(204)));

    assertThat(page(TENANT, "next", SMALL).result().text()).hasSize(SMALL);
    assertThat(pauses).isEmpty();
  }

  @Test
  void pageDurationShortensWait() {
    run(TENANT, () -> pageAfter(Duration.ofMillis(100)));
    assertThat(pauses).containsExactly(Duration.ofMillis(150));
    onLoop(paused::complete);

    run(TENANT, () -> pageAfter(Duration.ofMillis(250)));
    run(TENANT, () -> pageAfter(Duration.ofHours(-1)));
    assertThat(pauses).containsExactly(Duration.ofMillis(150), Duration.ofMillis(250));
  }

  @Test
  void nextPageRunsAfterFailure() {
    Future<Reply> thrown =
        run(
            TENANT,
            () -> {
              throw new IllegalStateException("at once");
            });
    Future<Reply> failed = run(TENANT, () -> Future.failedFuture("later"));

    assertThat(thrown.cause()).hasMessage("at once");
    assertThat(failed.cause()).hasMessage("later");
    assertThat(page(TENANT, "next", SMALL).succeeded()).isTrue();
  }

  private Future<Reply> pageAfter(Duration time) {
    now = now.plus(time);
    return Future.succeededFuture(Reply.ofText(200, "x".repeat(LARGE)));
  }

  private Future<Reply> page(UUID tenant, String name, int bytes) {
    return run(
        tenant,
        () -> {
          started.add(name);
          return Future.succeededFuture(Reply.ofText(200, "x".repeat(bytes)));
        });
  }

  private static int length(Reply reply) {
    return reply.body() == null ? 0 : reply.body().length();
  }

  private Future<Reply> run(UUID tenant, Supplier<Future<Reply>> work) {
    List<Future<Reply>> pages = new ArrayList<>();
    onLoop(() -> pages.add(pacer.run(tenant, 1, work, BytePacerTest::length)));
    return pages.getFirst();
  }

  /** Runs a task on the event loop and waits for it and for tasks that it queues. */
  private void onLoop(Runnable task) {
    Promise<Void> over = Promise.promise();
    loop.runOnContext(
        ignored -> {
          task.run();
          loop.runOnContext(behind -> over.complete());
        });
    try {
      over.future().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
