package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ResourceViewModelTest {
  private static final Failure UNREACHABLE = new Failure.Unreachable("there");
  private static final ActionTarget FIRST = new ActionTarget("a", "First");
  private static final ActionTarget SECOND = new ActionTarget("b", "Second");

  private final DirectExecutor drawing = new DirectExecutor();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final AtomicInteger loads = new AtomicInteger();
  private final TestModel model = new TestModel();

  /** Each action is refused. */
  private final class TestModel extends ResourceViewModel<String> {
    TestModel() {
      super(
          background,
          id -> {
            int load = loads.incrementAndGet();
            if (id.equals("gone")) {
              throw new ApiException(UNREACHABLE);
            }
            return id + load;
          });
    }

    void act(ActionTarget target) {
      act(
          target,
          () -> {
            throw new ApiException(UNREACHABLE);
          },
          true);
    }
  }

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

  private void show(String id) {
    model.show(id);
    drawing.runNext();
  }

  @Test
  void showsTheFailureOfAnActionAtItsResource() {
    show("a");
    model.act(FIRST);
    drawing.runNext();
    assertThat(model.actionFailure().get()).isEqualTo(UNREACHABLE);
    assertThat(model.failedActions().entries()).isEmpty();
  }

  @Test
  void keepsTheFailuresOfResourcesThatAreNoLongerShown() {
    show("a");
    model.act(FIRST);
    Runnable first = drawing.takeNext();
    show("b");
    model.act(SECOND);
    Runnable second = drawing.takeNext();
    show("c");
    first.run();
    model.clear();
    second.run();
    assertThat(model.actionFailure().get()).isNull();
    assertThat(model.failedActions().entries())
        .containsExactly(
            new FailedActions.FailedAction(SECOND, UNREACHABLE),
            new FailedActions.FailedAction(FIRST, UNREACHABLE));
  }

  @Test
  void dropsAFailureWhenAnotherActionOnItsResourceStarts() {
    show("b");
    model.act(FIRST);
    drawing.runNext();
    assertThat(model.failedActions().entries()).hasSize(1);
    model.act(FIRST);
    assertThat(model.failedActions().entries()).isEmpty();
    drawing.runNext();
    assertThat(model.failedActions().entries()).hasSize(1);
  }
}
