package eu.callorders.sipgateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of the SIP gateway and what they may depend on. */
@AnalyzeClasses(
    packages = "eu.callorders.sipgateway",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "eu.callorders.sipgateway.";

  @ArchTest
  static final ArchRule ONE_PACKAGE_KNOWS_THE_STACK =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "sip")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("javax.sip..", "javax.sdp..", "gov.nist..")
          .because("the stack is old and may be replaced");

  @ArchTest
  static final ArchRule ONE_PACKAGE_KNOWS_SRTP =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "media")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.jitsi..")
          .because("the library may be replaced");

  @ArchTest
  static final ArchRule ONE_PACKAGE_ASKS_DNS =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "dns")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.xbill..")
          .because("addresses are found in one place");

  @ArchTest
  static final ArchRule ONE_PACKAGE_KNOWS_OPENAI =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "realtime")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.openai..")
          .because("the library is large and changes often");

  @ArchTest
  static final ArchRule WHAT_AGENTS_SAY_IS_PURE =
      noClasses()
          .that()
          .resideInAnyPackage(ROOT + "agent", ROOT + "digest", ROOT + "realtime", ROOT + "stream")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.vertx..",
              "java.net..",
              "java.nio.channels..",
              "java.nio.file..",
              ROOT + "sip",
              ROOT + "media",
              ROOT + "call",
              ROOT + "config")
          .because("what is said and what is answered is tested without a telephone");

  @ArchTest
  static final ArchRule ONLY_CALLS_AND_THE_PROCESS_USE_VERTX =
      noClasses()
          .that()
          .resideInAnyPackage(ROOT + "sip", ROOT + "media", ROOT + "dns", ROOT + "config")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.vertx..")
          .because("the event loop is handed to them");

  @ArchTest
  static final ArchRule NO_CYCLES_BETWEEN_PACKAGES =
      slices()
          .matching(ROOT + "(*)..")
          .should()
          .beFreeOfCycles()
          .because("a package without cycles can be understood, tested and removed");
}
