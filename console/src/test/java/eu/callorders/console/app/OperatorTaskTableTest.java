package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.app.OperatorTask.Effort;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The table of tasks in docs/CONSOLE.md, whose numbers {@link OperatorTasksTest} counts. */
class OperatorTaskTableTest {
  private static final int LIMIT = 134;

  private final Map<String, Effort> documented = OperatorTask.documented();

  @Test
  void documentsEachTask() {
    List<String> tasks = Arrays.stream(OperatorTask.values()).map(OperatorTask::title).toList();
    assertThat(documented.keySet()).containsExactlyElementsOf(tasks);
  }

  @Test
  void takesAtMostHalfOfWhatTheTasksOnceTook() {
    assertThat(documented.values().stream().mapToInt(Effort::sum).sum()).isLessThanOrEqualTo(LIMIT);
  }
}
