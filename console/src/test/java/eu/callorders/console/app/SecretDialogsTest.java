package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.Pictures;
import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.Locale;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.text.Text;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** New registrations and endpoints: their scopes, and all of their secrets. */
@RobotTest
@Tag("long")
class SecretDialogsTest {
  private static final String REGISTRATIONS = "/admin/v1/tenants/tn_1/registrations";

  /** As long as the longest signing secret, of 64 bytes. */
  private static final String LONG = "whsec_" + "W".repeat(86) + "==";

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;
  private final Pictures pictures = new Pictures();

  @Test
  void showsAllOfASigningSecret() throws Exception {
    service.service.fixed(
        "POST /v1/webhook-endpoints/whe_1/rotate-secret",
        200,
        DialogService.endpoint(",\"secret\":\"" + LONG + "\""));
    try (ConsoleFixture console = ConsoleFixture.forSession(service.session(), home)) {
      console.open("webhooks");
      DialogCase.select(console, "#webhooks", "whe_1");
      console.press("#rotate-secret");
      console.press("#rotate-dialog #dialog-accept");
      assertWhole(console, "#secret-rotated-dialog", LONG);
      console.press("#secret-rotated-dialog #dialog-accept");
      console.await(() -> LONG.equals(Clipboard.getSystemClipboard().getString()));
    }
    assertThat(pictures.faults()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | Follow the event feed | on the screen Connect
          de | Ereignisse lesen | im Bild „Verbinden“
          """)
  void createsARegistrationWithTheFewestScopes(String language, String scope, String use)
      throws Exception {
    String secret = "cosk_" + "W".repeat(43);
    service.service.fixed(
        "POST " + REGISTRATIONS,
        201,
        "{\"client_id\":\"cli_01m8400bp4mecasj3vjxvs95ym\",\"client_secret\":\"%s\"}"
            .formatted(secret));
    try (ConsoleFixture console =
        ConsoleFixture.forSession(service.session(), home, Locale.of(language))) {
      AdminDialogs.openTenant(console);
      console.press("#create-registration");
      console.type("#setting-name", "Desk");
      CheckBox write = console.find("#check-orders-write");
      CheckBox transcripts = console.find("#check-transcripts-read");
      assertThat(write.isSelected()).isFalse();
      assertThat(console.<CheckBox>find("#check-events-read").getText())
          .startsWith(scope)
          .endsWith("(events:read)");
      console.press("#scopes-everything");
      console.await(() -> write.isSelected() && transcripts.isSelected());
      console.press("#scopes-orders");
      console.await(() -> write.isSelected() && !transcripts.isSelected());
      console.press("#scopes-read-only");
      console.await(() -> !write.isSelected());
      pictures.take(console, "registration-new", console.stage(), 0);
      console.press("#settings-save");
      assertWhole(console, "#secret-dialog", secret);
      assertThat(console.<Label>find("#secret-use").getText())
          .contains(use, service.service.address().toString(), "client_credentials");
      assertThat(service.changes())
          .containsExactly(
              "POST "
                  + REGISTRATIONS
                  + " {\"name\":\"Desk\",\"scopes\":[\"orders:read\",\"events:read\","
                  + "\"config:read\"]}");
    }
    assertThat(pictures.faults()).isEmpty();
  }

  private void assertWhole(ConsoleFixture console, String dialog, String secret) {
    TextArea field = console.find(dialog + " #secret");
    assertThat(field.getText()).isEqualTo(secret);
    pictures.take(console, dialog.substring(1), field.getScene());
    Node window = field.lookup(".viewport");
    Bounds visible = window.localToScene(window.getBoundsInLocal());
    Text text =
        (Text)
            field.lookupAll(".text").stream()
                .filter(it -> it instanceof Text shown && shown.getText().equals(secret))
                .findFirst()
                .orElseThrow();
    assertThat(visible.contains(text.localToScene(text.getLayoutBounds()))).isTrue();
  }
}
