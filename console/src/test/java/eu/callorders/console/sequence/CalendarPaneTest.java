package eu.callorders.console.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.UiRobot;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.testfx.api.FxToolkit;

@RobotTest
class CalendarPaneTest extends UiRobot {
  private final Locale language = Locale.getDefault();

  @AfterEach
  void restore() {
    Locale.setDefault(language);
  }

  /**
   * What a screen reader says of the days with that style, of an enrollment from 31 December to 5
   * January.
   */
  private List<String> days(CalendarPane pane, String style) {
    return read(() -> pane.lookupAll(style).stream().map(Node::getAccessibleText).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "en, 'Sun 3 Jan 2027, no calls', 'Sun 10 Jan 2027, not enrolled'",
    "de, 'So. 3. Jan. 2027, keine Anrufe', 'So. 10. Jan. 2027, nicht eingeschrieben'"
  })
  void tellsDaysWithoutCallsFromDaysOutsideOfTheEnrollment(
      String tag, String closed, String outside) throws Exception {
    Locale.setDefault(Locale.of(tag));
    FxToolkit.registerPrimaryStage();
    CalendarPane pane =
        read(
            () -> {
              CalendarPane shown = new CalendarPane(Texts.of(CalendarPane.class));
              shown.show(
                  SequenceCalendar.of(Json.parse(SequenceCalendarTest.PREVIEW).orElseThrow()));
              return shown;
            });

    assertThat(days(pane, ".calendar-closed")).hasSize(2).contains(closed);
    assertThat(days(pane, ".calendar-outside")).hasSize(30 + 26).contains(outside);
  }
}
