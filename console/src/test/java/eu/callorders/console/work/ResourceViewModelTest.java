package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ResourceViewModelTest {
  private final DirectExecutor drawing = new DirectExecutor();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final AtomicInteger loads = new AtomicInteger();
  private final ResourceViewModel<String> model =
      new ResourceViewModel<>(
          background,
          id -> {
            int load = loads.incrementAndGet();
            if (id.equals("gone")) {
              throw new ApiException(new Failure.Unreachable("there"));
            }
            return id + load;
          });

  @Test
  void coalescesReloads() {
    model.show("a");
    model.load();
    model.load();
    model.load();
    drawing.runNext();
    drawing.runNext();
    assertThat(model.detail().get()).isEqualTo("a2");
    assertThat(loads).hasValue(2);
  }

  @Test
  void clearsThePreviousResource() {
    model.show("a");
    drawing.runNext();
    model.show("gone");
    assertThat(model.detail().get()).isNull();
    drawing.runNext();
    assertThat(model.detail().get()).isNull();
    assertThat(model.failure().get()).isInstanceOf(Failure.Unreachable.class);
    model.clear();
    assertThat(model.failure().get()).isNull();
  }
}
