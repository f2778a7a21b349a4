package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.Sandbox;
import eu.callorders.console.TestRegistration;
import eu.callorders.console.api.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@RobotTest
@Tag("long")
class ClockAdvanceTest {
  private static final Sandbox SANDBOX = Sandbox.shared();

  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({"en, 6 days ahead", "de, um 6 Tage vor"})
  void showsTheClockOfTheTenantAboveAllScreensOnceItIsAdvanced(String language, String ahead)
      throws Exception {
    TestRegistration own = TestRegistration.ofNewTenant(SANDBOX, List.of(Scope.values()));
    Path directory = own.in(home, SANDBOX.adminToken());
    try (ConsoleFixture console = ConsoleFixture.start(home, directory, Locale.of(language))) {
      console.open("sandbox");
      Node bar = console.find("#clocks");
      assertThat(bar.isVisible()).isFalse();
      console.type("#clock-by", "P6D");
      console.press("#advance-by");
      console.press("#dialog-accept");
      console.await(bar::isVisible);
      Label tenant = console.find("#tenant-clock");
      console.await(() -> tenant.getText().contains(ahead));
      console.open("orders");
      assertThat(bar.isVisible()).isTrue();
    }
  }
}
