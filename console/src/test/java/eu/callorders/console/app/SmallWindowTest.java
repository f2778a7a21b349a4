package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A small window truncates no important text. */
@Tag("long")
@RobotTest
class SmallWindowTest {
  private static final double WIDTH = 900;
  private static final double HEIGHT = 600;

  @TempDir private Path home;

  private static void shrink(ConsoleFixture console) {
    console.runAndWait(
        () -> {
          console.stage().setWidth(WIDTH);
          console.stage().setHeight(HEIGHT);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void showsFullScreenNamesAlsoWhenSelected(String language) throws Exception {
    Locale locale = Locale.of(language);
    try (ConsoleFixture console =
        ConsoleFixture.forSession(LiveHeaderTest.session("sandbox"), home, locale)) {
      shrink(console);
      List<ToggleButton> items =
          List.copyOf(console.robot().lookup(".navigation-item").queryAllAs(ToggleButton.class));
      assertThat(items).hasSizeGreaterThan(9);
      for (ToggleButton item : items) {
        console.runAndWait(() -> item.setSelected(true));
        console.runAndWait(() -> item.getScene().getRoot().layout());
        assertThat(LiveHeaderTest.renderedText(item)).isEqualTo(item.getText());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void showsConnectErrorsCompletely(String language) throws Exception {
    try (ConsoleFixture console = ConsoleFixture.start(home, home, Locale.of(language))) {
      shrink(console);
      Map.of(
              "#name", "Collections",
              "#base", "http://localhost:1",
              "#clientId", "cli_unknown",
              "#secret", "cosk_wrong")
          .forEach(
              (field, text) -> {
                TextField typed = console.find(field);
                console.runAndWait(() -> typed.setText(text));
              });
      Button connect = console.find("#connect");
      console.runAndWait(connect::fire);
      Label title = console.find(".error-title");
      console.await(() -> !title.getText().isEmpty());
      Label advice = (Label) title.getParent().getChildrenUnmodifiable().getLast();
      console.runAndWait(() -> title.getScene().getRoot().layout());
      assertThat(LiveHeaderTest.renderedText(title)).isEqualTo(title.getText());
      assertThat(LiveHeaderTest.renderedText(advice)).isEqualTo(advice.getText());
      assertThat(advice.getHeight()).isGreaterThanOrEqualTo(advice.prefHeight(advice.getWidth()));
    }
  }
}
