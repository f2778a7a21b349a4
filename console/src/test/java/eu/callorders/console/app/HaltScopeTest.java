package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import javafx.application.Platform;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator chooses what a halt covers; an empty input covers nothing. */
@RobotTest
@Tag("long")
class HaltScopeTest {
  private static final String HALT = "/admin/v1/dialing/halt";

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  private ConsoleFixture start() throws Exception {
    return ConsoleFixture.forSession(service.session(), home);
  }

  /** Gives a reason and agrees; returns the question and the body of the request. */
  private String halt(ConsoleFixture console) {
    return halt(console, "#dialog-accept");
  }

  private String halt(ConsoleFixture console, String button) {
    DialogPane dialog = console.find("#halt-dialog");
    console.type("#halt-dialog #dialog-reason", "Fire");
    String question = console.read(dialog::getHeaderText);
    console.press("#halt-dialog " + button);
    console.await(() -> service.service.requests().stream().anyMatch(it -> isHalt(it.target())));
    String body =
        service.service.requests().stream()
            .filter(it -> isHalt(it.target()))
            .reduce((first, second) -> second)
            .orElseThrow()
            .body();
    return question + " " + body;
  }

  private static boolean isHalt(String target) {
    return target.equals(HALT);
  }

  @Test
  void theHeaderHaltsTheTenantOfTheWindowAtFirst() throws Exception {
    try (ConsoleFixture console = start()) {
      console.press("#header-halt");
      assertThat(halt(console))
          .isEqualTo(
              "Halt tenant Acme, or everything (all tenants)?"
                  + " {\"tenant_id\":\"tn_1\",\"reason\":\"Fire\"}");
    }
  }

  @Test
  void theHeaderHaltsEverythingWhenItIsChosen() throws Exception {
    try (ConsoleFixture console = start()) {
      console.press("#header-halt");
      assertThat(halt(console, "#dialog-wider"))
          .isEqualTo("Halt tenant Acme, or everything (all tenants)? {\"reason\":\"Fire\"}");
    }
  }

  @Test
  void theFormHaltsNothingWhileItsFieldsAreEmpty() throws Exception {
    try (ConsoleFixture console = start()) {
      console.open("administration");
      Button halt = console.find("#halt-dialing");
      assertThat(halt.isDisabled()).isTrue();
      TextField country = console.type("#halt-country", "DE");
      assertThat(halt.isDisabled()).isFalse();
      console.runAndWait(country::clear);
      assertThat(halt.isDisabled()).isTrue();
      console.runAndWait(console.<RadioButton>find("#halt-scope-all")::fire);
      assertThat(halt.isDisabled()).isFalse();
      Platform.runLater(halt::fire);
      assertThat(halt(console)).isEqualTo("Halt everything (all tenants)? {\"reason\":\"Fire\"}");
    }
  }

  @Test
  void theFormFindsATenantByItsName() throws Exception {
    try (ConsoleFixture console = start()) {
      console.open("administration");
      ComboBox<String> tenant = console.find("#halt-tenant");
      console.await(() -> tenant.getItems().contains("Acme · tn_1"));
      Button halt = console.find("#halt-dialing");
      console.runAndWait(() -> tenant.getEditor().setText("Acm"));
      assertThat(halt.isDisabled()).isTrue();
      console.runAndWait(() -> tenant.getEditor().setText("acme"));
      Platform.runLater(halt::fire);
      assertThat(halt(console))
          .isEqualTo("Halt tenant Acme? {\"tenant_id\":\"tn_1\",\"reason\":\"Fire\"}");
    }
  }

  @Test
  void theBannerNamesTheTenantAndTheReason() throws Exception {
    service.service.fixed(
        "/admin/v1/dialing/halts",
        200,
        """
        {"halts":[{"id":"hlt_1","tenant_id":"tn_1","halted_at":"2026-11-20T10:00:00.000Z",
         "reason":"Complaints"}]}
        """);
    try (ConsoleFixture console = start()) {
      console.open("orders");
      console.await(console.find(".halt-bar")::isVisible);
      assertThat(console.<Label>find("#halt-head .error-title").getText())
          .isEqualTo("Dialing is halted: tenant Acme");
      assertThat(
              console.read(
                  () ->
                      console.robot().lookup("#halt-head .label").<Label>queryAll().stream()
                          .map(Label::getText)
                          .toList()))
          .last()
          .asString()
          .contains("tenant Acme – Complaints");
    }
  }
}
