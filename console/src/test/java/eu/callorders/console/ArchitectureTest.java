package eu.callorders.console;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javafx.scene.control.Button;
import org.junit.jupiter.api.Test;

/** The dependency rules of the console. */
@AnalyzeClasses(
    packages = "eu.callorders.console",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String CONSOLE = "eu.callorders.console.";
  private static final String[] TOOLKIT = {
    "javafx.scene..", "javafx.stage..", "javafx.application..", "javafx.fxml..", "javafx.geometry.."
  };

  @ArchTest
  static final ArchRule ONLY_THE_API_DOES_HTTP =
      noClasses()
          .that()
          .resideOutsideOfPackage(CONSOLE + "api..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.net.http..", "com.sun.net.httpserver..")
          .because("tokens, retries and failures are handled in one place");

  @ArchTest
  static final ArchRule ONLY_THE_API_USES_THE_CLIENT =
      noClasses()
          .that()
          .resideOutsideOfPackage(CONSOLE + "api..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("eu.callorders.client..")
                  .and(
                      resideOutsideOfPackages(
                          "eu.callorders.client.bulk..", "eu.callorders.client.files..")))
          .because("screens show documents of later services, and generated classes load slowly");

  @ArchTest
  static final ArchRule THE_API_USES_NO_MODELS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAPackage("eu.callorders.client.model..")
          .because("a document that breaks a model must still be shown (ADR 0026)");

  @ArchTest
  static final ArchRule THE_API_KNOWS_NO_SCREEN =
      noClasses()
          .that()
          .resideInAPackage(CONSOLE + "api..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("javafx..")
          .because("the API client must not depend on the user interface");

  @ArchTest
  static final ArchRule VIEW_MODELS_NEED_NO_TOOLKIT =
      noClasses()
          .that()
          .haveSimpleNameEndingWith("ViewModel")
          .or()
          .resideInAnyPackage(CONSOLE + "work..", CONSOLE + "session..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(TOOLKIT)
          .because("view models must be testable without JavaFX controls");

  @ArchTest
  static final ArchRule SHARED_PARTS_KNOW_NO_FEATURE =
      classes()
          .that()
          .resideInAnyPackage(
              CONSOLE + "api..",
              CONSOLE + "work..",
              CONSOLE + "session..",
              CONSOLE + "ui..",
              CONSOLE + "chart..",
              CONSOLE + "form..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              CONSOLE + "api..",
              CONSOLE + "work..",
              CONSOLE + "session..",
              CONSOLE + "ui..",
              CONSOLE + "chart..",
              CONSOLE + "form..",
              "java..",
              "javax.net.ssl..",
              "javafx..",
              "com.fasterxml.jackson..",
              "eu.callorders.client..",
              "atlantafx..",
              "org.kordamp..",
              "org.jspecify..")
          .because("all features depend on them");

  @ArchTest
  static final ArchRule ONE_DIALOG_ASKS_BEFORE_ACTIONS =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(CONSOLE + "ui.ActionDialog")
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "javafx\\.scene\\.control\\.(Dialog|Alert|.*InputDialog|ChoiceDialog|Button(Type|Bar).*)")
          .orShould()
          .callMethod(Button.class, "setDefaultButton", boolean.class)
          .because("Enter alone must agree to nothing");

  /** Connecting changes nothing. */
  @Test
  void onlyTheConnectWindowHasADefaultButton() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "resources"))) {
      assertThat(files.filter(ArchitectureTest::hasDefaultButton))
          .extracting(file -> file.getFileName().toString())
          .containsExactly("ConnectView.fxml");
    }
  }

  private static boolean hasDefaultButton(Path file) {
    try {
      return file.toString().endsWith(".fxml") && Files.readString(file).contains("defaultButton");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ArchTest
  static final ArchRule FEATURES_DO_NOT_GO_IN_CIRCLES =
      SlicesRuleDefinition.slices()
          .matching(CONSOLE + "(*)..")
          .should()
          .beFreeOfCycles()
          .because("a screen must be understood, tested and removed on its own");
}
