package eu.callorders.gatewaykit.store;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.gatewaykit.BoundedWait;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupCommitTest {
  @TempDir Path directory;
  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final BlockingQueue<Throwable> broken = new LinkedBlockingQueue<>();
  private CallStore store;
  private GroupCommit commit;

  @AfterEach
  void close() throws Exception {
    BoundedWait.await(vertx.close());
  }

  @Test
  void changeIsDurableOnlyOnceWritten() throws Exception {
    open();
    CountDownLatch disk = new CountDownLatch(1);
    Future<Void> first = changed("a", disk);
    Future<Void> second = changed("b", new CountDownLatch(0));
    assertThat(first.isComplete()).isFalse();
    disk.countDown();
    BoundedWait.await(first);
    BoundedWait.await(second);
    store.closeWithoutCommit();

    try (CallStore again = CallStore.open(directory, "gateway")) {
      assertThat(again.metadata().get("a")).isNotNull();
      assertThat(again.metadata().get("b")).isNotNull();
    }
  }

  @Test
  void changesDuringAWriteShareTheNextBatch() throws Exception {
    open();
    CountDownLatch disk = new CountDownLatch(1);
    List<Future<Void>> waiting = new ArrayList<>();
    Future<Void> first = changed("a", disk);
    for (int i = 0; i < 50; i++) {
      waiting.add(changed("b" + i, new CountDownLatch(0)));
    }
    disk.countDown();
    BoundedWait.await(first);
    assertThat(waiting.stream().distinct()).hasSize(1);
    BoundedWait.await(waiting.getFirst());
    store.close();
  }

  @Test
  void reportsAFailedStoreAndCompletesNoLaterChange() throws Exception {
    open();
    store.closeWithoutCommit();
    Future<Void> lost = changed("a", new CountDownLatch(0));
    assertThat(broken.take()).isNotNull();
    assertThat(lost.failed()).isTrue();
    assertThat(changed("b", new CountDownLatch(0)).failed()).isTrue();
  }

  private void open() {
    store = CallStore.open(directory, "gateway");
    commit =
        new GroupCommit(
            context,
            vertx.createSharedWorkerExecutor("test", 1),
            store,
            null,
            newest -> {},
            broken::add);
  }

  /** A change whose write waits for the latch; the future completes when it is durable. */
  private Future<Void> changed(String name, CountDownLatch disk) throws Exception {
    BlockingQueue<Future<Void>> durable = new LinkedBlockingQueue<>();
    context.runOnContext(
        nothing -> {
          commit
              .registry()
              .addChange(
                  target -> {
                    awaitDisk(disk);
                    target.metadata().put(name, name.getBytes(StandardCharsets.UTF_8));
                  });
          durable.add(commit.whenDurable());
        });
    return durable.take();
  }

  private static void awaitDisk(CountDownLatch disk) {
    try {
      disk.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
