package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Starts the console with an identifier. */
@RobotTest
@Tag("long")
class DeepLinkTest {
  private static final Sandbox SANDBOX = Sandbox.shared();

  @TempDir private Path home;

  private ConsoleFixture start(String language, String identifier) throws Exception {
    return ConsoleFixture.start(home, SANDBOX.directory(), Locale.of(language), identifier);
  }

  @Test
  void opensTheOrder() throws Exception {
    String order = SANDBOX.order("deep-link", "10");
    try (ConsoleFixture console = start("en", order)) {
      TextField id = console.find(".detail #id");
      console.await(() -> id.getText().equals(order));
      ToggleButton orders = console.find("#go-orders");
      assertThat(orders.isSelected()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"en, Not found, another tenant", "de, Nicht gefunden, einem anderen Mandanten"})
  void saysThatAnOrderDoesNotExistOrBelongsToAnotherTenant(
      String language, String title, String advice) throws Exception {
    TestRegistration other = TestRegistration.ofNewTenant(SANDBOX, List.of(Scope.values()));
    String foreign = other.orderForLater("debtor-1", "Muster", "+493023125710");
    for (String order : List.of(foreign, "ord_00000000000000000000000000", "ord_1")) {
      try (ConsoleFixture console = start(language, order)) {
        Label said = console.find(".detail .error-title");
        console.await(() -> said.getText().equals(title));
        assertThat(((Label) said.getParent().getChildrenUnmodifiable().getLast()).getText())
            .contains(advice);
        assertThat(console.<TextField>find(".detail #id").getText()).isEqualTo(order);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "en, -123 cannot be opened, begin with ord_",
    "de, -123 lässt sich nicht öffnen, die mit ord_"
  })
  void saysWhatItCannotOpen(String language, String question, String reason) throws Exception {
    try (ConsoleFixture console = start(language, "-123")) {
      Label effect = console.find("#link-dialog #dialog-effect");
      assertThat(effect.getText()).contains(reason);
      assertThat(console.<Label>find("#link-dialog .header-panel .label").getText())
          .isEqualTo(question);
      console.press("#link-dialog #dialog-decline");
      console.find("#go-orders");
    }
  }
}
