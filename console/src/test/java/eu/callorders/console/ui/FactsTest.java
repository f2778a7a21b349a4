package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.UiRobot;
import javafx.scene.Scene;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;

@RobotTest
class FactsTest extends UiRobot {
  private static final String LONG_WORD = "Zahlungsversprechensempfänger";

  private Facts facts;

  @BeforeEach
  void open() throws Exception {
    Stage stage = FxToolkit.registerPrimaryStage();
    runAndWait(
        () -> {
          facts = new Facts();
          stage.setScene(new Scene(facts, 600, 300));
          stage.show();
        });
  }

  @AfterEach
  void close() throws Exception {
    FxToolkit.cleanupStages();
  }

  private double widthOfNames() {
    return facts.getColumnConstraints().getFirst().getPrefWidth();
  }

  @Test
  void widensTheNamesToTheirLongestWord() throws Exception {
    runAndWait(() -> facts.add("Am", "04.12.2026"));
    double usual = widthOfNames();

    runAndWait(() -> facts.add(LONG_WORD + " · Betrag", "120,50 EUR"));
    assertThat(widthOfNames())
        .isGreaterThan(usual)
        .isEqualTo(Math.ceil(TextWidth.of(LONG_WORD, TextWidth.NORMAL)));

    runAndWait(() -> facts.add("Ausgang", "Verspricht Zahlung"));
    assertThat(widthOfNames()).isGreaterThan(usual);

    runAndWait(facts::clear);
    assertThat(widthOfNames()).isEqualTo(usual);
  }
}
