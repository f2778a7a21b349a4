package eu.callorders.server.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class BoundedWaitTest {
  private static final Duration SOON = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofSeconds(30);

  @Test
  void returnsCompletedResult() {
    assertThat(BoundedWait.await(Future.succeededFuture("done"))).isEqualTo("done");
  }

  @Test
  void waitsForTheResult() {
    Promise<String> later = Promise.promise();
    Deadlines.after(SOON, () -> later.complete("done"));

    assertThat(BoundedWait.await(later.future(), LONG)).isEqualTo("done");
  }

  @Test
  void throwsTheFailureItself() {
    ConnectException failure = new ConnectException("refused");
    Promise<String> later = Promise.promise();
    Deadlines.after(SOON, () -> later.fail(failure));

    assertThatThrownBy(() -> BoundedWait.await(later.future(), LONG)).isSameAs(failure);
  }

  @Test
  void timesOutAtTheLimit() {
    Future<String> never = Promise.<String>promise().future();

    assertThatThrownBy(() -> BoundedWait.await(never, SOON))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("50 ms");
    assertThat(BoundedWait.completes(never, SOON)).isFalse();
  }

  @Test
  void completesOnFailure() {
    assertThat(BoundedWait.completes(Future.failedFuture("no"), SOON)).isTrue();
  }
}
