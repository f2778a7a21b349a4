package eu.callorders.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the modules may depend on. */
@AnalyzeClasses(
    packages = "eu.callorders",
    importOptions = {
      ImportOption.DoNotIncludeTests.class,
      ArchitectureTest.DoNotIncludeTestJars.class
    })
class ModuleDependencyTest {
  private static final String SERVER = "eu.callorders.server..";

  @ArchTest
  static final ArchRule CORE_DEPENDS_ON_THE_JDK_ONLY =
      classes()
          .that()
          .resideInAPackage("eu.callorders.core..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "eu.callorders.core..", "java..", "javax.crypto..", "org.jspecify.annotations")
          .because("decisions without a framework are fast to test and independent of it")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule CORE_HAS_NO_IO =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders.core..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "java.net.http..", "java.nio.channels..")
          .because("decisions must be deterministic")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule OTHER_MODULES_DO_NOT_DEPEND_ON_SERVER =
      noClasses()
          .that()
          .resideInAnyPackage(
              "eu.callorders.db..",
              "eu.callorders.gatewaykit..",
              "eu.callorders.simulator..",
              "eu.callorders.client..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(SERVER)
          .because("they run without the server, the simulator in its own process");

  @ArchTest
  static final ArchRule CLIENT_NEEDS_TWO_LIBRARIES =
      classes()
          .that()
          .resideInAPackage("eu.callorders.client..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "eu.callorders.client..",
              "java..",
              "javax.net.ssl",
              "com.fasterxml.jackson..",
              "com.standardwebhooks..",
              "com.google.i18n.phonenumbers..", // optional: for files with local numbers
              "org.jspecify.annotations")
          .because("its users get no dependencies that they did not choose");

  @ArchTest
  static final ArchRule ONLY_THE_COMMAND_LINE_USES_THE_CLIENT =
      noClasses()
          .that()
          .resideInAPackage(SERVER)
          .and()
          .resideOutsideOfPackage("eu.callorders.server.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("eu.callorders.client..")
          .because("the service is the other end of the protocol");

  @ArchTest
  static final ArchRule GATEWAY_KIT_DEPENDS_ON_CORE_ONLY =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders.gatewaykit..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("eu.callorders.db..", "eu.callorders.simulator..")
          .because("any gateway can be built on it");

  @ArchTest
  static final ArchRule PACKAGES_OF_GATEWAY_KIT_ARE_LAYERS =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("server")
          .definedBy("eu.callorders.gatewaykit.server..")
          .layer("store")
          .definedBy("eu.callorders.gatewaykit.store..")
          .layer("call")
          .definedBy("eu.callorders.gatewaykit.call..")
          .layer("conformance")
          .definedBy("eu.callorders.gatewaykit.conformance..")
          .layer("documents")
          .definedBy("eu.callorders.gatewaykit")
          .whereLayer("server")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("conformance")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("store")
          .mayOnlyBeAccessedByLayers("server")
          .whereLayer("call")
          .mayOnlyBeAccessedByLayers("store", "server")
          .because("a gateway can keep its calls in memory, and the service needs documents only");

  @ArchTest
  static final ArchRule SERVER_USES_DOCUMENTS_AND_CHECKS_OF_GATEWAY_KIT =
      noClasses()
          .that()
          .resideInAPackage(SERVER)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "eu.callorders.gatewaykit.call..",
              "eu.callorders.gatewaykit.store..",
              "eu.callorders.gatewaykit.server..")
          .because("the service is the other end of the protocol");
}
