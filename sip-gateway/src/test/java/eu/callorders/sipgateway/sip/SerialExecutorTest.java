package eu.callorders.sipgateway.sip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SerialExecutorTest {
  @Test
  void faultOfOneActionStopsNoneBehindIt() throws Exception {
    CountDownLatch queued = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    try (SerialExecutor executor = new SerialExecutor()) {
      executor.execute(
          "trunk",
          () -> {
            await(queued);
            throw new IllegalStateException("a fault of the test");
          });
      executor.execute("trunk", done::countDown);
      queued.countDown();

      assertThat(await(done)).isTrue();
    }
  }

  @Test
  void actionThatTakesLongDelaysNoOtherKey() throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    try (SerialExecutor executor = new SerialExecutor()) {
      executor.execute("slow", () -> await(released));
      executor.execute("other", done::countDown);

      assertThat(await(done)).isTrue();
      released.countDown();
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
