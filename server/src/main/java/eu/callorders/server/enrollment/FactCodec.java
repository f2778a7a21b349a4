package eu.callorders.server.enrollment;

import eu.callorders.core.sequence.Fact;

/** Encodes facts for the column {@code known}. */
final class FactCodec {
  private static final String SIGNAL = "signal:";

  private FactCodec() {}

  static String write(Fact fact) {
    return fact instanceof Fact.Signal ? SIGNAL + fact.reason() : fact.reason();
  }

  /** Decodes a fact; throws {@link IllegalArgumentException} if unknown. */
  static Fact read(String text) {
    return text.startsWith(SIGNAL)
        ? new Fact.Signal(text.substring(SIGNAL.length()))
        : Fact.Condition.of(text);
  }
}
