package eu.callorders.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

/** The plan of the console, and why each wall stands where it stands. */
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
  static final ArchRule THE_API_KNOWS_NO_SCREEN =
      noClasses()
          .that()
          .resideInAPackage(CONSOLE + "api..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("javafx..")
          .because("a client of the service is nothing that draws");

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
          .because("what a screen does can be tested where nothing is drawn");

  @ArchTest
  static final ArchRule SHARED_PARTS_KNOW_NO_FEATURE =
      classes()
          .that()
          .resideInAnyPackage(
              CONSOLE + "api..",
              CONSOLE + "work..",
              CONSOLE + "session..",
              CONSOLE + "ui..",
              CONSOLE + "form..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              CONSOLE + "api..",
              CONSOLE + "work..",
              CONSOLE + "session..",
              CONSOLE + "ui..",
              CONSOLE + "form..",
              "java..",
              "javax.net.ssl..",
              "javafx..",
              "com.fasterxml.jackson..",
              "atlantafx..",
              "org.kordamp..",
              "org.jspecify..")
          .because("every feature stands on them");

  @ArchTest
  static final ArchRule FEATURES_DO_NOT_GO_IN_CIRCLES =
      SlicesRuleDefinition.slices()
          .matching(CONSOLE + "(*)..")
          .should()
          .beFreeOfCycles()
          .because("a screen can be understood, tested and removed only when nothing leads back");
}
