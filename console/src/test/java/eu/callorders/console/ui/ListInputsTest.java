package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ListInputsTest {
  private final StringProperty search = new SimpleStringProperty("");
  private final StringProperty status = new SimpleStringProperty("");
  private final ObjectProperty<@Nullable LocalDate> from = new SimpleObjectProperty<>();
  private final ListInputs inputs = new ListInputs();

  @BeforeEach
  void add() {
    inputs.addText("search", search);
    inputs.addText("status", status);
    inputs.addDay("from", from);
  }

  @Test
  void givesWhatIsNotEmpty() {
    assertThat(inputs.texts()).isEmpty();
    search.set(" muster ");
    from.set(LocalDate.of(2026, 11, 20));
    status.set(null); // as an editable choice does
    assertThat(inputs.texts()).isEqualTo(Map.of("search", "muster", "from", "2026-11-20"));
  }

  @Test
  void setsTheseAndEmptiesAllOthers() {
    search.set("muster");
    assertThat(inputs.setTexts(Map.of("status", "failed", "from", "2026-11-20"))).isEmpty();
    assertThat(search.get()).isEmpty();
    assertThat(status.get()).isEqualTo("failed");
    assertThat(from.get()).isEqualTo(LocalDate.of(2026, 11, 20));
    assertThat(inputs.setTexts(Map.of())).isEmpty();
    assertThat(from.get()).isNull();
  }

  @Test
  void namesWhatTheListDoesNotHave() {
    assertThat(inputs.setTexts(Map.of("team", "north", "status", "failed")))
        .containsExactly("team");
    assertThat(inputs.setTexts(Map.of("from", "last week"))).containsExactly("from");
    assertThat(from.get()).isNull();
  }

  @Test
  void appliesOneChangeButNotThoseThatAreMadeTogether() {
    AtomicInteger applied = new AtomicInteger();
    AtomicInteger changed = new AtomicInteger();
    StringProperty control = new SimpleStringProperty();
    inputs.bind(control, status, applied::incrementAndGet);
    inputs.onChange(changed::incrementAndGet);
    control.set("failed");
    assertThat(applied).hasValue(1);
    assertThat(changed).hasValue(1);
    inputs.changeTogether(() -> inputs.setTexts(Map.of("status", "open", "search", "x")));
    assertThat(applied).hasValue(1);
    assertThat(changed).hasValue(3);
    assertThat(control.get()).isEqualTo("open");
  }
}
