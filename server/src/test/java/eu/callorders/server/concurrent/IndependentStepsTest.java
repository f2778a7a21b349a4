package eu.callorders.server.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class IndependentStepsTest {
  private final List<String> run = new ArrayList<>();

  @Test
  void runsEveryStepAndThrowsTheFirstFailure() {
    TimeoutException checked = new TimeoutException("checked");
    StackOverflowError error = new StackOverflowError("for the test");

    assertThatThrownBy(
            () ->
                IndependentSteps.run(
                    List.of(
                        () -> run.add("first"),
                        () -> Future.failedFuture(checked).await(),
                        () -> run.add("second"),
                        () -> {
                          throw error;
                        },
                        () -> run.add("third"))))
        .isSameAs(checked)
        .hasSuppressedException(error);

    assertThat(run).containsExactly("first", "second", "third");
  }

  @Test
  void throwsNothingWhenNoStepFails() {
    IndependentSteps.run(List.of(() -> run.add("first"), () -> run.add("second")));

    assertThat(run).containsExactly("first", "second");
  }
}
