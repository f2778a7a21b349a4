package eu.callorders.server.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConcurrencyLimitTest {
  private final ConcurrencyLimit limit = new ConcurrencyLimit(2, "two at a time");
  private final List<Promise<String>> underWay = new ArrayList<>();

  private Future<String> run(String key) {
    return limit.run(
        key,
        () -> {
          Promise<String> work = Promise.promise();
          underWay.add(work);
          return work.future();
        },
        result -> Future.succeededFuture());
  }

  @Test
  void rejectsThirdRequestOfKeyUntilOneEnds() {
    run("a");
    run("a");
    Future<String> third = run("a");
    Future<String> other = run("b");

    assertThat(third.cause())
        .isInstanceOfSatisfying(
            ProblemException.class,
            refusal -> {
              assertThat(refusal.problem().code()).isEqualTo(ProblemCode.RATE_LIMITED);
              assertThat(refusal.problem().retryAfter()).isEqualTo(Duration.ofSeconds(1));
            });
    assertThat(other.isComplete()).isFalse();
    underWay.getFirst().complete("done");
    assertThat(run("a").isComplete()).isFalse();
    assertThat(underWay).hasSize(4);
  }

  @Test
  void removesEndedRequests() {
    run("a");
    run("b");
    Future<String> broken =
        limit.run(
            "c",
            () -> {
              throw new IllegalStateException("at once");
            },
            result -> Future.succeededFuture());
    underWay.get(0).complete("done");
    underWay.get(1).fail("failed");

    assertThat(broken.cause()).hasMessage("at once");
    assertThat(limit.keys()).isZero();
  }

  @Test
  void countsRequestUntilItsResultIsUsed() {
    Promise<Void> used = Promise.promise();
    Future<String> result =
        limit.run("a", () -> Future.succeededFuture("parts"), parts -> used.future());

    assertThat(result.result()).isEqualTo("parts");
    assertThat(limit.keys()).isEqualTo(1);
    used.complete();
    assertThat(limit.keys()).isZero();
  }
}
