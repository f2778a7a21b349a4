package eu.callorders.server.sequence;

import java.util.Locale;

enum SequenceStatus {
  DRAFT,
  ACTIVE,
  ARCHIVED;

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Parses the wire form; throws {@link IllegalArgumentException} if unknown. */
  static SequenceStatus of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
