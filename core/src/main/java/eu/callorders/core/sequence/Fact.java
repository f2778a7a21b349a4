package eu.callorders.core.sequence;

import eu.callorders.core.wire.WireEnum;
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

  /** A fact without a parameter, named by the type of its condition. */
  enum Condition implements Fact, WireEnum {
    /** The subject is suppressed. */
    DO_NOT_CALL,
    /** A call of the enrollment reached the subject. */
    SUBJECT_REACHED;

    /** The condition of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
    public static Condition of(String wire) {
      return WireEnum.parse(Condition.class, wire);
    }

    @Override
    public String reason() {
      return wire();
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
