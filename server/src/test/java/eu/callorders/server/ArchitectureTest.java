package eu.callorders.server;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The layers of the server's packages, and the rules that all code must satisfy. */
@AnalyzeClasses(
    packages = "eu.callorders",
    importOptions = {
      ImportOption.DoNotIncludeTests.class,
      ArchitectureTest.DoNotIncludeTestJars.class
    })
class ArchitectureTest {
  /** Fixtures of other modules are a test jar after packaging. */
  static final class DoNotIncludeTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  private static final String SERVER = "eu.callorders.server.";

  /**
   * From top to bottom: a layer depends on lower ones only; packages of one layer do not depend on
   * each other.
   */
  private static final List<List<String>> LAYERS =
      List.of(
          List.of("cli"),
          List.of("app"),
          List.of("config", "admin", "maintenance", "telephony"),
          List.of("signal", "erasure", "deletion"),
          List.of("dial", "enrollment", "forecast"),
          List.of("predial"),
          List.of("order", "webhook", "evidence"),
          List.of(
              "call",
              "country",
              "suppression",
              "promise",
              "hold",
              "legalhold",
              "ordertype",
              "sequence",
              "capacity",
              "testclock",
              "search"),
          List.of("event", "idempotency", "tenant", "auth", "audit", "statistics"),
          List.of("list", "docs"),
          List.of("http"),
          List.of("contract", "ratelimit", "recovery", "encryption"),
          List.of("json", "time", "network", "window"),
          List.of("database", "worker"),
          List.of("concurrent"),
          List.of("logging", "tracing"));

  @ArchTest
  void everyLayerDependsOnLowerLayersOnly(JavaClasses all) {
    List<String> above = new ArrayList<>();
    for (List<String> layer : LAYERS) {
      for (String name : layer) {
        noClasses()
            .that()
            .resideInAPackage(SERVER + name + "..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(above.toArray(new String[0])))
            .because("lower layers notify upper ones by events in tables")
            .allowEmptyShould(true)
            .check(all);
      }
      layer.forEach(name -> above.add(SERVER + name + ".."));
    }
  }

  @ArchTest
  static final ArchRule EVERY_PACKAGE_HAS_A_LAYER =
      classes()
          .that()
          .resideInAPackage("eu.callorders.server..")
          .should()
          .resideInAnyPackage(
              LAYERS.stream()
                  .flatMap(List::stream)
                  .map(name -> SERVER + name + "..")
                  .toArray(String[]::new))
          .because("the rules of layers must cover every package");

  @ArchTest
  static final ArchRule NO_CYCLES_BETWEEN_PACKAGES =
      slices()
          .matching(SERVER + "(**)")
          .should()
          .beFreeOfCycles()
          .because("a feature without cycles can be understood, tested and removed");

  @ArchTest
  static final ArchRule TIME_COMES_FROM_INSTANT_SOURCE =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders..")
          .should(ArchConditions.readTheClock())
          .because(
              "tenants have their own clocks and tests advance years in a second: time comes from"
                  + " an InstantSource; System.nanoTime is for deadlines of this process");

  @ArchTest
  static final ArchRule ONLY_WIRING_SELECTS_A_CLOCK =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders..")
          .and()
          .resideOutsideOfPackages(SERVER + "app", SERVER + "cli..")
          .and()
          .haveSimpleNameNotEndingWith("Main")
          .should()
          .callMethod(InstantSource.class, "system")
          .orShould()
          .callMethod(Clock.class, "systemUTC")
          .orShould()
          .callMethod(Clock.class, "systemDefaultZone")
          .because("the selected clock applies to all components below");

  @ArchTest
  static final ArchRule NO_JDBC_IN_SERVER =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders.server..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.sql..")
          .because("JDBC blocks; the server uses Database, which sets the tenant");

  @ArchTest
  static final ArchRule NO_MUTABLE_STATIC_FIELDS =
      fields()
          .that()
          .areDeclaredInClassesThat()
          .resideInAPackage("eu.callorders..")
          .and()
          .areStatic()
          .should()
          .beFinal()
          .because("nodes are interchangeable: state belongs in tables")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule NO_GENERIC_CLASS_NAMES =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders..")
          .should()
          .haveNameMatching(".*(Manager|Service|Helper|Util|Utils|Impl|DTO|Dto)")
          .because("these names describe no responsibility");

  @ArchTest
  static final ArchRule EVERY_WAIT_HAS_A_TIMEOUT =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders..")
          .and()
          .doNotHaveFullyQualifiedName(SERVER + "concurrent.BoundedWait")
          .should(ArchConditions.waitWithoutBound())
          .because("a loop that waits forever stops dialing or webhooks and cannot be stopped");

  @ArchTest
  static final ArchRule STATEMENTS_ARE_JOINED =
      noClasses()
          .that()
          .resideInAPackage(SERVER + ".")
          .should()
          .callMethodWhere(target(name("all")).and(targetOwner(equivalentTo(Future.class))))
          .because(
              "after a failed statement the next ones of its transaction fail too, and Future.all"
                  + " may report one of these; Future.join reports the first");

  @ArchTest
  static final ArchRule LOG_FIELDS_ARE_OF_LOG_FIELD =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders..")
          .and()
          .doNotHaveFullyQualifiedName(SERVER + "logging.LogLine")
          .should()
          .callMethodWhere(target(name("addKeyValue")))
          .because("LogField names and documents each field of the log");
}
