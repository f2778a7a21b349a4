package eu.callorders.console.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StepListTest {
  private static final JsonNode STEPS =
      Json.parse(
              """
              [{"id": "a", "type": "wait", "after": {"min": "P1D"}},
               {"id": "wait_2", "type": "wait", "after": {"min": "P2D"}},
               {"id": "c", "type": "create_order", "order_type": "t"}]
              """)
          .orElseThrow();

  private final AtomicInteger changes = new AtomicInteger();
  private StepList steps;

  @BeforeEach
  void show() {
    Locale.setDefault(Locale.ENGLISH);
    steps = new StepList(StepFormats.of(Texts.of(StepList.class)), changes::incrementAndGet);
    steps.show(STEPS);
    changes.set(0);
  }

  private List<String> ids() {
    return steps.forms().stream().map(form -> form.text(StepField.ID)).toList();
  }

  @Test
  void movesStepsWithinTheList() {
    StepForm first = steps.forms().getFirst();
    steps.move(first, -1);
    assertThat(ids()).containsExactly("a", "wait_2", "c");
    assertThat(changes).hasValue(0);
    steps.move(first, 1);
    steps.move(first, 1);
    assertThat(ids()).containsExactly("wait_2", "c", "a");
    steps.move(first, 1);
    assertThat(ids()).containsExactly("wait_2", "c", "a");
    assertThat(changes).hasValue(2);
    assertThat(steps.isUnchanged(STEPS)).isFalse();
    steps.move(first, -2);
    assertThat(steps.isUnchanged(STEPS)).isTrue();
  }

  @Test
  void addsStepsWithFreeIds() {
    steps.add(StepForm.WAIT);
    steps.add(StepForm.WAIT);
    steps.add(StepForm.CALL);
    assertThat(ids()).containsExactly("a", "wait_2", "c", "wait_1", "wait_3", "call_1");
    while (!steps.isFull()) {
      steps.add(StepForm.CALL);
    }
    assertThat(ids()).hasSize(StepList.MAX_STEPS).doesNotHaveDuplicates();
  }

  @Test
  void restoresARemovedStepWithItsInput() {
    StepForm second = steps.forms().get(1);
    second.value(StepField.AFTER_MIN).set("4 days");
    steps.remove(second);
    assertThat(ids()).containsExactly("a", "c");
    assertThat(steps.restore()).isSameAs(second);
    assertThat(ids()).containsExactly("a", "wait_2", "c");
    assertThat(second.text(StepField.AFTER_MIN)).isEqualTo("4 days");
    assertThat(steps.removed().get()).isNull();
    assertThat(steps.restore()).isNull();
  }

  @Test
  void reportsEachChange() {
    steps.forms().getLast().value(StepField.ORDER_TYPE).set("other");
    assertThat(changes).hasValue(1);
    steps.remove(steps.forms().getLast());
    assertThat(changes).hasValue(2);
  }

  @Test
  void checksAllSteps() {
    steps.forms().getFirst().value(StepField.AFTER_MIN).set("soon");
    steps.forms().get(1).value(StepField.AFTER_MAX).set("later");
    assertThat(steps.check()).isFalse();
    assertThat(steps.forms())
        .extracting(form -> form.firstInvalid().isPresent())
        .containsExactly(true, true, false);
  }
}
