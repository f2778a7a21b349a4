package eu.callorders.server.enrollment;

import eu.callorders.core.sequence.Fact;

/** Encodes facts for the column {@code known}. */
final class FactCodec {
  private static final String SIGNAL = "signal:";

  private FactCodec() {}

  static String write(Fact fact) {
    return switch (fact) {
      case Fact.Signal(var type) -> SIGNAL + type;
      case Fact.DoNotCall _, Fact.SubjectReached _ -> fact.reason();
    };
  }

  /** Decodes a fact; throws {@link IllegalArgumentException} if unknown. */
  static Fact read(String text) {
    return switch (text) {
      case "do_not_call" -> new Fact.DoNotCall();
      case "subject_reached" -> new Fact.SubjectReached();
      case String other when other.startsWith(SIGNAL) ->
          new Fact.Signal(other.substring(SIGNAL.length()));
      default -> throw new IllegalArgumentException("unknown fact: " + text);
    };
  }
}
