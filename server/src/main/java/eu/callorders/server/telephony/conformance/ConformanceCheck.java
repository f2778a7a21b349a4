package eu.callorders.server.telephony.conformance;

import eu.callorders.core.telephony.Capabilities;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One promise of the port, and how to try it.
 *
 * @param name as a sentence
 * @param needs capabilities without which it is not given
 * @param roles numbers without which it cannot be tried
 */
public record ConformanceCheck(
    String name, RequiredCapability needs, List<TestNumber> roles, Consumer<CheckRun> trial) {

  /** What a gateway may promise or not. */
  enum RequiredCapability {
    NOTHING(""),
    IDEMPOTENT_PLACING("idempotent placing"),
    MACHINE_DETECTION("to tell machines from persons"),
    EVENT_LOG("a log of events"),
    RECOVERY("what a restored database needs");

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

  /** Tries it; throws nothing. */
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
          dialed(bed), "the check ends by", "an answer", failure.toString());
    }
  }

  private List<String> dialed(TestBed bed) {
    return roles.stream().map(role -> Objects.requireNonNull(bed.numbers().get(role))).toList();
  }

  private Optional<String> obstacle(TestBed bed) {
    if (!needs.given(bed.gateway().capabilities())) {
      return Optional.of("the gateway does not promise " + needs.what);
    }
    return roles.stream()
        .filter(role -> !bed.numbers().containsKey(role))
        .map(role -> "no number is given " + role.meaning())
        .findFirst();
  }
}
