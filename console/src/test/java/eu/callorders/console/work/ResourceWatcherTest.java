package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResourceWatcherTest {
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final AtomicInteger loads = new AtomicInteger();
  private final ResourceWatcher<String> watcher =
      new ResourceWatcher<>(
          background,
          id -> {
            int load = loads.incrementAndGet();
            if (id.equals("gone")) {
              throw new ApiException(new Failure.Unreachable("there"));
            }
            return id + load;
          });

  @AfterEach
  void close() {
    background.close();
  }

  @Test
  void coalescesReloads() {
    watcher.show("a");
    watcher.load();
    watcher.load();
    watcher.load();
    drawing.runNext();
    drawing.runNext();
    assertThat(watcher.value().get()).isEqualTo("a2");
    assertThat(loads).hasValue(2);
  }

  @Test
  void clearsThePreviousResource() {
    watcher.show("a");
    drawing.runNext();
    watcher.show("gone");
    assertThat(watcher.value().get()).isNull();
    drawing.runNext();
    assertThat(watcher.value().get()).isNull();
    assertThat(watcher.failure().get()).isInstanceOf(Failure.Unreachable.class);
    watcher.clear();
    assertThat(watcher.failure().get()).isNull();
  }
}
