package eu.callorders.server;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;

/** Conditions of the rules in {@link ArchitectureTest}. */
final class ArchConditions {
  private static final Set<Class<?>> CLOCKS =
      Set.of(
          Instant.class,
          LocalDate.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          ZonedDateTime.class);

  private ArchConditions() {}

  static ArchCondition<JavaClass> waitWithoutBound() {
    return new ArchCondition<>("wait without a bound") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        item.getAccessesFromSelf().stream()
            .filter(ArchConditions::waitsWithoutBound)
            .forEach(
                access ->
                    events.add(SimpleConditionEvent.satisfied(item, access.getDescription())));
      }
    };
  }

  /** Vert.x's own timed wait breaks the task queue of a virtual-thread verticle. */
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

  static ArchCondition<JavaClass> readTheClock() {
    return new ArchCondition<>("read the clock") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        item.getAccessesFromSelf().stream()
            .filter(ArchConditions::readsTheClock)
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
