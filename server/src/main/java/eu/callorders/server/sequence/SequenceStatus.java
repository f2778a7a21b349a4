package eu.callorders.server.sequence;

import eu.callorders.core.wire.WireEnum;

enum SequenceStatus implements WireEnum {
  DRAFT,
  ACTIVE,
  ARCHIVED;

  /** Parses the wire form; throws {@link IllegalArgumentException} if unknown. */
  static SequenceStatus of(String wire) {
    return WireEnum.parse(SequenceStatus.class, wire);
  }
}
