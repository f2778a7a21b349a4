package eu.callorders.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;

/** The plan of the house, and why each wall stands where it stands. */
@AnalyzeClasses(
    packages = "eu.callorders",
    importOptions = {
      ImportOption.DoNotIncludeTests.class,
      ArchitectureTest.DoNotIncludeTestJars.class
    })
class ArchitectureTest {
  /** Fixtures of other modules come as a jar once it is packaged. */
  static final class DoNotIncludeTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  private static final String SERVER = "eu.callorders.server.";

  /**
   * From the roof down; a floor knows those below it, and the rooms of one floor not each other.
   */
  private static final List<List<String>> FLOORS =
      List.of(
          List.of("app"),
          List.of("admin", "maintenance", "telephony", "cli"),
          List.of("dial", "signal", "erasure"),
          List.of("enrollment"),
          List.of("order", "webhook"),
          List.of(
              "call", "suppression", "ordertype", "sequence", "capacity", "testclock", "window"),
          List.of("event", "idempotency", "tenant", "auth", "audit"),
          List.of("http"),
          List.of("recovery"),
          List.of("database", "worker"),
          List.of("concurrent"),
          List.of("logging"));

  private static final Set<Class<?>> CLOCKS =
      Set.of(
          Instant.class,
          LocalDate.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          ZonedDateTime.class);

  @ArchTest
  void everyFloorKnowsLowerFloorsOnly(JavaClasses all) {
    List<String> above = new ArrayList<>();
    for (List<String> floor : FLOORS) {
      for (String room : floor) {
        noClasses()
            .that()
            .resideInAPackage(SERVER + room + "..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(above.toArray(new String[0])))
            .because("what a floor needs from above comes back as an event in a table")
            .allowEmptyShould(true)
            .check(all);
      }
      floor.forEach(room -> above.add(SERVER + room + ".."));
    }
  }

  @ArchTest
  static final ArchRule EVERY_PACKAGE_HAS_A_FLOOR =
      classes()
          .that()
          .resideInAPackage("eu.callorders.server..")
          .should()
          .resideInAnyPackage(
              FLOORS.stream()
                  .flatMap(List::stream)
                  .map(room -> SERVER + room + "..")
                  .toArray(String[]::new))
          .because("a package outside the plan would be bound by none of its rules");

  @ArchTest
  static final ArchRule FEATURES_DO_NOT_GO_IN_CIRCLES =
      slices()
          .matching(SERVER + "(*)..")
          .should()
          .beFreeOfCycles()
          .because("a feature can be understood, tested and removed only when nothing leads back");

  @ArchTest
  static final ArchRule THE_DOMAIN_KNOWS_THE_JDK_ONLY =
      classes()
          .that()
          .resideInAPackage("eu.callorders.core..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "eu.callorders.core..", "java..", "javax.crypto..", "org.jspecify.annotations")
          .because("decisions without a framework are tested in microseconds and outlive it")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule THE_DOMAIN_TOUCHES_NOTHING =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders.core..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "java.net.http..", "java.nio.channels..")
          .because("a decision that reads the outside world decides differently each time")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule THE_DATABASE_AND_THE_SIMULATOR_KNOW_NO_SERVER =
      noClasses()
          .that()
          .resideInAnyPackage("eu.callorders.db..", "eu.callorders.simulator..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("eu.callorders.server..")
          .because("both run without it, the simulator in a process of its own");

  @ArchTest
  static final ArchRule TIME_IS_GIVEN =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders..")
          .should(readTheClock())
          .because(
              "tenants have clocks of their own and tests run years in a second: time comes from"
                  + " an InstantSource; System.nanoTime is for deadlines of this process");

  @ArchTest
  static final ArchRule ONLY_THE_WIRING_PICKS_A_CLOCK =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders..")
          .and()
          .resideOutsideOfPackage(SERVER + "app")
          .and()
          .haveSimpleNameNotEndingWith("Main")
          .should()
          .callMethod(InstantSource.class, "system")
          .orShould()
          .callMethod(Clock.class, "systemUTC")
          .orShould()
          .callMethod(Clock.class, "systemDefaultZone")
          .because("who picks the clock decides what time it is for everybody below");

  @ArchTest
  static final ArchRule ONLY_THE_DATABASE_SPEAKS_JDBC =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders.server..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.sql..")
          .because("JDBC blocks; the server's way in is Database, which says for whom");

  @ArchTest
  static final ArchRule NOTHING_HIDES_IN_STATIC_STATE =
      fields()
          .that()
          .areDeclaredInClassesThat()
          .resideInAPackage("eu.callorders..")
          .and()
          .areStatic()
          .should()
          .beFinal()
          .because("nodes are equal and restart at will: state lies in tables")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule NAMES_SAY_WHAT_A_CLASS_DOES =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders..")
          .should()
          .haveNameMatching(".*(Manager|Service|Helper|Util|Utils|Impl|DTO|Dto)")
          .because("these names fit anything, and so anything ends up in them");

  @ArchTest
  static final ArchRule EVERY_WAIT_HAS_A_BOUND =
      noClasses()
          .that()
          .resideInAPackage("eu.callorders..")
          .and()
          .doNotHaveFullyQualifiedName(SERVER + "concurrent.BoundedWait")
          .should(waitWithoutBound())
          .because("a loop that waits for ever stops dialing or webhooks, and no stop ends it");

  private static ArchCondition<JavaClass> waitWithoutBound() {
    return new ArchCondition<>("wait without a bound") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        item.getAccessesFromSelf().stream()
            .filter(ArchitectureTest::waitsWithoutBound)
            .forEach(
                access ->
                    events.add(SimpleConditionEvent.satisfied(item, access.getDescription())));
      }
    };
  }

  /** Vert.x's own wait with a limit breaks the task queue of a virtual-thread verticle. */
  private static boolean waitsWithoutBound(JavaAccess<?> access) {
    if (!(access instanceof JavaCodeUnitAccess<?> call)) {
      return false;
    }
    JavaClass owner = call.getTargetOwner();
    boolean unlimited = call.getTarget().getRawParameterTypes().isEmpty();
    return switch (call.getName()) {
      case "await" ->
          owner.isAssignableTo(io.vertx.core.Future.class)
              || unlimited && owner.isAssignableTo(CountDownLatch.class)
              || unlimited && owner.isAssignableTo(Condition.class);
      case "join" ->
          unlimited
              && (owner.isAssignableTo(CompletableFuture.class)
                  || owner.isAssignableTo(Thread.class));
      case "get" -> unlimited && owner.isAssignableTo(java.util.concurrent.Future.class);
      case "waitFor" -> unlimited && owner.isAssignableTo(Process.class);
      case "acquire" -> owner.isAssignableTo(Semaphore.class);
      case "take", "put" -> owner.isAssignableTo(BlockingQueue.class);
      case "wait" -> unlimited && owner.isEquivalentTo(Object.class);
      default -> false;
    };
  }

  private static ArchCondition<JavaClass> readTheClock() {
    return new ArchCondition<>("read the clock") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        item.getAccessesFromSelf().stream()
            .filter(ArchitectureTest::readsTheClock)
            .forEach(
                access ->
                    events.add(SimpleConditionEvent.satisfied(item, access.getDescription())));
      }
    };
  }

  private static boolean readsTheClock(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    return switch (access.getName()) {
      case "now" -> CLOCKS.stream().anyMatch(owner::isEquivalentTo);
      case "currentTimeMillis" -> owner.isEquivalentTo(System.class);
      case "<init>" ->
          owner.isEquivalentTo(Date.class)
              && access instanceof JavaConstructorCall call
              && call.getTarget().getRawParameterTypes().isEmpty();
      default -> false;
    };
  }
}
