package eu.callorders.server.telephony.conformance;

import eu.callorders.core.telephony.Capabilities;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One check of the gateway protocol.
 *
 * @param name as a sentence
 * @param needs the capability that the check requires
 * @param roles the numbers that the check calls
 */
public record ConformanceCheck(
    String name, RequiredCapability needs, List<TestNumber> roles, Consumer<CheckRun> trial) {

  /** An optional capability. */
  enum RequiredCapability {
    NOTHING(""),
    IDEMPOTENT_PLACING("idempotent placing"),
    MACHINE_DETECTION("machine detection"),
    EVENT_LOG("an event log"),
    RECOVERY("recovery of a restored database");

    private final String what;

    RequiredCapability(String what) {
      this.what = what;
    }

    boolean given(Capabilities capabilities) {
      return switch (this) {
        case NOTHING -> true;
        case IDEMPOTENT_PLACING -> capabilities.idempotentPlacing();
        case MACHINE_DETECTION -> capabilities.machineDetection();
        case EVENT_LOG -> capabilities.eventLog();
        case RECOVERY -> capabilities.recovery();
      };
    }
  }

  static ConformanceCheck of(String name, Consumer<CheckRun> trial, TestNumber... roles) {
    return new ConformanceCheck(name, RequiredCapability.NOTHING, List.of(roles), trial);
  }

  ConformanceCheck needing(RequiredCapability need) {
    return new ConformanceCheck(name, need, roles, trial);
  }

  /** Runs the check; throws nothing. */
  public CheckResult tryAt(TestBed bed) {
    Optional<String> obstacle = obstacle(bed);
    if (obstacle.isPresent()) {
      return new CheckResult.Skipped(obstacle.get());
    }
    try {
      trial.accept(new CheckRun(bed));
      return new CheckResult.Passed();
    } catch (CheckFailedException broken) {
      return new CheckResult.Failed(dialed(bed), broken.what(), broken.expected(), broken.actual());
    } catch (RuntimeException failure) {
      return new CheckResult.Failed(
          dialed(bed), "the check ends with", "a result", failure.toString());
    }
  }

  private List<String> dialed(TestBed bed) {
    return roles.stream().map(role -> Objects.requireNonNull(bed.numbers().get(role))).toList();
  }

  private Optional<String> obstacle(TestBed bed) {
    if (!needs.given(bed.gateway().capabilities())) {
      return Optional.of("the gateway does not support " + needs.what);
    }
    return roles.stream()
        .filter(role -> !bed.numbers().containsKey(role))
        .map(role -> "no number is configured " + role.meaning())
        .findFirst();
  }
}
