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
  private final AtomicInteger readings = new AtomicInteger();
  private final ResourceWatcher<String> followed =
      new ResourceWatcher<>(
          background,
          id -> {
            int reading = readings.incrementAndGet();
            if (id.equals("gone")) {
              throw new ApiException(new Failure.Unreachable("there"));
            }
            return id + reading;
          });

  @AfterEach
  void close() {
    background.close();
  }

  @Test
  void readsOnceMoreHoweverOftenItIsAskedMeanwhile() {
    followed.show("a");
    followed.load();
    followed.load();
    followed.load();
    drawing.next();
    drawing.next();
    assertThat(followed.value().get()).isEqualTo("a2");
    assertThat(readings).hasValue(2);
  }

  @Test
  void knowsNothingOfTheOneBefore() {
    followed.show("a");
    drawing.next();
    followed.show("gone");
    assertThat(followed.value().get()).isNull();
    drawing.next();
    assertThat(followed.value().get()).isNull();
    assertThat(followed.failure().get()).isInstanceOf(Failure.Unreachable.class);
    followed.clear();
    assertThat(followed.failure().get()).isNull();
  }
}
