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
public record Promise(String name, Need needs, List<Role> roles, Consumer<Trial> trial) {

  /** What a gateway may promise or not. */
  enum Need {
    NOTHING(""),
    IDEMPOTENT_PLACING("idempotent placing"),
    MACHINE_DETECTION("to tell machines from persons"),
    EVENT_LOG("a log of events"),
    RECOVERY("what a restored database needs");

    private final String what;

    Need(String what) {
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

  static Promise of(String name, Consumer<Trial> trial, Role... roles) {
    return new Promise(name, Need.NOTHING, List.of(roles), trial);
  }

  Promise needing(Need need) {
    return new Promise(name, need, roles, trial);
  }

  /** Tries it; throws nothing. */
  public Verdict tryAt(TestBed bed) {
    Optional<String> obstacle = obstacle(bed);
    if (obstacle.isPresent()) {
      return new Verdict.Skipped(obstacle.get());
    }
    try {
      trial.accept(new Trial(bed));
      return new Verdict.Passed();
    } catch (BrokenPromise broken) {
      return new Verdict.Failed(dialed(bed), broken.what(), broken.expected(), broken.actual());
    } catch (RuntimeException failure) {
      return new Verdict.Failed(dialed(bed), "the check ends by", "an answer", failure.toString());
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
