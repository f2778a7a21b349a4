package eu.callorders.core.sequence;

import java.util.Set;

/** A known fact about a subject; it meets every condition that names it. */
public sealed interface Fact {

  /** Reported by the client with a signal. */
  record Signal(String type) implements Fact {
    @Override
    public String reason() {
      return type;
    }
  }

  /** The subject is suppressed. */
  record DoNotCall() implements Fact {
    @Override
    public String reason() {
      return "do_not_call";
    }
  }

  /** A call of the enrollment reached the subject. */
  record SubjectReached() implements Fact {
    @Override
    public String reason() {
      return "subject_reached";
    }
  }

  /** Signals with a fixed meaning: each ends every sequence of the subject. */
  Set<Fact> PLATFORM_SIGNALS =
      Set.of(
          new Signal("payment.received"),
          new Signal("claim.withdrawn"),
          new Signal("claim.disputed"));

  /** The exit reason of an enrollment that ends by this fact. */
  String reason();
}
