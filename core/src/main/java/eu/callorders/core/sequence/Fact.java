package eu.callorders.core.sequence;

import java.util.Set;

/**
 * Something that came to be known of a person. Conditions name the facts that they wait for; a fact
 * meets the condition that names it.
 */
public sealed interface Fact {

  /** The client told of it by a signal. */
  record Signal(String type) implements Fact {
    @Override
    public String reason() {
      return type;
    }
  }

  /** The person must not be called any more. */
  record DoNotCall() implements Fact {
    @Override
    public String reason() {
      return "do_not_call";
    }
  }

  /** A call of the enrollment has reached the person. */
  record SubjectReached() implements Fact {
    @Override
    public String reason() {
      return "subject_reached";
    }
  }

  /** Signals that the service itself understands: each ends every sequence of the person. */
  Set<Fact> OF_PLATFORM =
      Set.of(
          new Signal("payment.received"),
          new Signal("claim.withdrawn"),
          new Signal("claim.disputed"));

  /** How an enrollment that ends by it names it. */
  String reason();
}
