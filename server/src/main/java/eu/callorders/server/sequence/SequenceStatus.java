package eu.callorders.server.sequence;

import java.util.Locale;

/** The states of a sequence and of each of its versions; a closed set. */
enum SequenceStatus {
  DRAFT,
  ACTIVE,
  ARCHIVED;

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The status of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  static SequenceStatus of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
