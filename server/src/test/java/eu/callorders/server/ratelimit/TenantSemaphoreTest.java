package eu.callorders.server.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TenantSemaphoreTest {
  private static final Duration NO_TIMEOUT = Duration.ofDays(1);
  private static final UUID TENANT = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);

  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  private final List<String> started = new ArrayList<>();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private final class Request {
    private final Promise<String> work = Promise.promise();
    private final Promise<String> reply = Promise.promise();

    Request(TenantSemaphore semaphore, UUID tenant, int permits, String name) {
      onLoop(
          () ->
              semaphore
                  .run(
                      tenant,
                      permits,
                      () -> {
                        started.add(name);
                        return work.future();
                      })
                  .onComplete(reply));
    }

    void end() {
      work.complete("done");
      await(reply.future());
    }

    ProblemCode refusal() {
      return await(
          reply
              .future()
              .transform(
                  ended ->
                      Future.succeededFuture(((ProblemException) ended.cause()).problem().code())));
    }
  }

  /** Runs a task on the event loop and waits for it and for tasks that it queues. */
  private void onLoop(Runnable task) {
    Promise<Void> over = Promise.promise();
    loop.runOnContext(
        ignored -> {
          task.run();
          loop.runOnContext(behind -> over.complete());
        });
    await(over.future());
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void tenantWithoutPermitsWaitsOthersDoNot() {
    TenantSemaphore semaphore = new TenantSemaphore(10, NO_TIMEOUT);
    Request first = new Request(semaphore, TENANT, 6, "first");
    Request second = new Request(semaphore, TENANT, 5, "second");
    Request other = new Request(semaphore, OTHER, 10, "other tenant");
    assertThat(started).containsExactly("first", "other tenant");

    first.end();
    onLoop(() -> {});
    assertThat(started).containsExactly("first", "other tenant", "second");
    second.end();
    other.end();
    assertThat(semaphore.tenants()).isZero();
  }

  @Test
  void servesRequestsInOrder() {
    TenantSemaphore semaphore = new TenantSemaphore(10, NO_TIMEOUT);
    Request first = new Request(semaphore, TENANT, 6, "first");
    new Request(semaphore, TENANT, 10, "large");
    Request small = new Request(semaphore, TENANT, 1, "small");
    assertThat(started).containsExactly("first");

    first.end();
    onLoop(() -> {});
    assertThat(started).containsExactly("first", "large");
    assertThat(small.reply.future().isComplete()).isFalse();
  }

  @Test
  void capsPermitsAtTotal() {
    TenantSemaphore semaphore = new TenantSemaphore(10, NO_TIMEOUT);
    Request first = new Request(semaphore, TENANT, 1000, "first");
    Request second = new Request(semaphore, TENANT, 0, "needs nothing");
    assertThat(started).containsExactly("first", "needs nothing");
    first.end();
    second.end();
  }

  @Test
  void timeoutUnblocksRequestsBehind() {
    TenantSemaphore semaphore = new TenantSemaphore(10, Duration.ofMillis(20));
    Request first = new Request(semaphore, TENANT, 6, "first");
    Request large = new Request(semaphore, TENANT, 10, "large");
    Request small = new Request(semaphore, TENANT, 4, "small");

    assertThat(large.refusal()).isEqualTo(ProblemCode.UNAVAILABLE);
    onLoop(() -> {});
    assertThat(started).containsExactly("first", "small");
    first.end();
    small.end();
  }

  @Test
  void rejectsRequestWhenQueueIsFull() {
    TenantSemaphore semaphore = new TenantSemaphore(10, NO_TIMEOUT);
    Request first = new Request(semaphore, TENANT, 10, "first");
    onLoop(
        () -> {
          for (int number = 0; number < 1_000; number++) {
            var _ = semaphore.run(TENANT, 1, () -> Future.succeededFuture("done"));
          }
        });

    assertThat(new Request(semaphore, TENANT, 1, "one too many").refusal())
        .isEqualTo(ProblemCode.UNAVAILABLE);
    first.end();
  }

  @Test
  void releasesPermitsAfterFailure() {
    TenantSemaphore semaphore = new TenantSemaphore(10, NO_TIMEOUT);
    Promise<String> failed = Promise.promise();
    onLoop(
        () ->
            semaphore
                .<String>run(
                    TENANT,
                    10,
                    () -> {
                      throw new IllegalStateException("at once");
                    })
                .onComplete(failed));
    assertThat(failed.future().cause()).hasMessage("at once");
    assertThat(semaphore.tenants()).isZero();
  }
}
