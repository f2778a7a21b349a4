package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.ui.ColumnFit.Demand;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnFitTest {
  private static final Demand STATUS = new Demand(100, 100, false);
  private static final Demand NAME = new Demand(150, 200, false);
  private static final Demand TITLE = new Demand(150, 300, false);
  private static final Demand TIME = new Demand(120, 120, false);
  private static final Demand CHOSEN = new Demand(80, 80, true);

  @TempDir private Path home;

  private static List<Double> widths(double available, Demand... demands) {
    return Arrays.stream(ColumnFit.widths(List.of(demands), available)).boxed().toList();
  }

  @Test
  void hidesTheLastColumnsUntilTheRestFits() {
    assertThat(widths(520, STATUS, NAME, TITLE, TIME)).containsExactly(100.0, 150.0, 150.0, 120.0);
    assertThat(widths(519, STATUS, NAME, TITLE, TIME)).endsWith(0.0).doesNotContain(120.0);
    assertThat(widths(300, STATUS, NAME, TITLE, TIME)).containsExactly(100.0, 200.0, 0.0, 0.0);
    assertThat(widths(50, STATUS, NAME)).containsExactly(100.0, 0.0);
  }

  @Test
  void sharesTheRestAmongColumnsOfFreeText() {
    assertThat(widths(500, STATUS, NAME, TITLE)).containsExactly(100.0, 175.0, 225.0);
    assertThat(widths(600, STATUS, NAME, TITLE)).containsExactly(100.0, 200.0, 300.0);
    assertThat(widths(1100, STATUS, NAME, TITLE)).containsExactly(100.0, 400.0, 600.0);
    assertThat(widths(1100, STATUS, TIME)).containsExactly(100.0, 120.0);
  }

  @Test
  void keepsTextsWholeThatAreNotMuchLongerThanUsual() {
    assertThat(NAME.whole(120, 200)).isEqualTo(NAME);
    assertThat(NAME.whole(180, 200)).isEqualTo(new Demand(150, 180, 200, false));
    assertThat(NAME.whole(240, 200)).isEqualTo(new Demand(150, 200, 240, false));
    assertThat(NAME.whole(400, 200)).isEqualTo(new Demand(150, 200, 300, false));
  }

  @Test
  void hidesLastColumnsRatherThanCutWholeOnes() {
    Demand whole = new Demand(100, 180, 200, false);
    assertThat(widths(400, STATUS, whole, TIME)).containsExactly(100.0, 180.0, 120.0);
    assertThat(widths(399, STATUS, whole, TIME)).containsExactly(100.0, 299.0, 0.0);
    assertThat(widths(410, STATUS, whole, TIME)).containsExactly(100.0, 190.0, 120.0);
    assertThat(widths(279, STATUS, whole, TIME))
        .as("the first two")
        .containsExactly(100.0, 179.0, 0.0);
    assertThat(widths(330, whole, whole, TIME)).containsExactly(105.0, 105.0, 120.0);
  }

  @Test
  void keepsColumnsThatTheOperatorHasShown() {
    assertThat(widths(300, STATUS, NAME, CHOSEN)).containsExactly(100.0, 0.0, 80.0);
    assertThat(widths(90, STATUS, CHOSEN, NAME)).containsExactly(100.0, 80.0, 0.0);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 451, 517, 640, 777, 1203})
  void neverExceedsTheWidth(int available) {
    Demand[] demands = {STATUS, NAME, TITLE, TIME, NAME, TITLE};
    double sum = widths(available, demands).stream().mapToDouble(Double::doubleValue).sum();
    assertThat(sum).isLessThanOrEqualTo(available);
    IntStream.range(0, demands.length)
        .filter(i -> widths(available, demands).get(i) > 0)
        .forEach(
            i ->
                assertThat(widths(available, demands).get(i))
                    .isGreaterThanOrEqualTo(demands[i].min()));
  }

  @Test
  void savesWhatTheOperatorChooses() {
    Settings settings = Settings.load(home);
    ColumnChoice choice = new ColumnChoice(settings, "lines");
    Column<String> shown = Column.of("a", "A", 100, text -> text);
    Column<String> hidden = Column.<String>of("b", "B", 100, text -> text).hiddenByDefault();
    assertThat(choice.isShown(shown)).isTrue();
    assertThat(choice.isKept("a")).isFalse();
    assertThat(choice.isShown(hidden)).isFalse();
    choice.show("a", false);
    choice.show("b", true);
    choice.resize("b", 77.5);
    choice.order(List.of("b", "a"));
    settings.save();

    ColumnChoice later = new ColumnChoice(Settings.load(home), "lines");
    assertThat(later.isShown(shown)).isFalse();
    assertThat(later.isShown(hidden)).isTrue();
    assertThat(later.isKept("b")).isTrue();
    assertThat(later.width("b")).isEqualTo(77.5);
    assertThat(later.width("a")).isZero();
    assertThat(later.place("b")).isLessThan(later.place("a"));
    assertThat(later.place("new")).isEqualTo(Integer.MAX_VALUE);
  }
}
