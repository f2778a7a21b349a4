package eu.callorders.gatewaykit.conformance;

import eu.callorders.core.telephony.Capabilities;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One check of the gateway protocol.
 *
 * @param name as a sentence
 * @param requiredCapability the capability that the check requires
 * @param numbers the numbers that the check calls
 */
public record ConformanceCheck(
    String name,
    RequiredCapability requiredCapability,
    List<TestNumber> numbers,
    Consumer<CheckRun> check) {

  /** All checks of {@code contract/gateway.yaml}. */
  public static List<ConformanceCheck> all() {
    return Stream.of(
            EventChecks.all(), CallFlowChecks.all(), PlacementChecks.all(), RecoveryChecks.all())
        .flatMap(List::stream)
        .toList();
  }

  /** What a run has shown. */
  public sealed interface Result {

    record Passed() implements Result {}

    /**
     * A value differs from the expected one.
     *
     * @param numbers the dialed ones
     * @param what the checked value, such as {@code placing answers}
     */
    record Failed(List<String> numbers, String what, String expected, String actual)
        implements Result {}

    record Skipped(String why) implements Result {}
  }

  /** An optional capability. */
  enum RequiredCapability {
    NOTHING(""),
    IDEMPOTENT_PLACING("idempotent placing"),
    MACHINE_DETECTION("machine detection"),
    EVENT_LOG("an event log"),
    RECOVERY("recovery of a restored database"),
    DISCLOSURE("reports of the disclosure");

    private final String description;

    RequiredCapability(String what) {
      this.description = what;
    }

    boolean isIn(Capabilities capabilities) {
      return switch (this) {
        case NOTHING -> true;
        case IDEMPOTENT_PLACING -> capabilities.idempotentPlacing();
        case MACHINE_DETECTION -> capabilities.machineDetection();
        case EVENT_LOG -> capabilities.eventLog();
        case RECOVERY -> capabilities.recovery();
        case DISCLOSURE -> capabilities.disclosure();
      };
    }
  }

  static ConformanceCheck of(String name, Consumer<CheckRun> trial, TestNumber... roles) {
    return new ConformanceCheck(name, RequiredCapability.NOTHING, List.of(roles), trial);
  }

  ConformanceCheck requiring(RequiredCapability need) {
    return new ConformanceCheck(name, need, numbers, check);
  }

  /** Runs the check; throws nothing. */
  public Result run(TestBed bed) {
    Optional<String> obstacle = obstacle(bed);
    if (obstacle.isPresent()) {
      return new Result.Skipped(obstacle.get());
    }
    try {
      check.accept(new CheckRun(bed));
      return new Result.Passed();
    } catch (CheckFailedException broken) {
      return new Result.Failed(
          dialedNumbers(bed), broken.what(), broken.expected(), broken.actual());
    } catch (RuntimeException failure) {
      return new Result.Failed(
          dialedNumbers(bed), "the check ends with", "a result", failure.toString());
    }
  }

  private List<String> dialedNumbers(TestBed bed) {
    return numbers.stream().map(role -> Objects.requireNonNull(bed.numbers().get(role))).toList();
  }

  private Optional<String> obstacle(TestBed bed) {
    if (!requiredCapability.isIn(bed.gateway().capabilities())) {
      return Optional.of("the gateway does not support " + requiredCapability.description);
    }
    return numbers.stream()
        .filter(role -> !bed.numbers().containsKey(role))
        .map(role -> "no number is configured " + role.description())
        .findFirst();
  }
}
