package eu.callorders.core.wire;

import java.util.Locale;

/** An enum whose names, in lower case, are written in JSON and in the database. */
public interface WireEnum {
  String name();

  /** For example {@code not_found}. */
  default String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The constant of a spelling; throws {@link IllegalArgumentException} if unknown. */
  static <E extends Enum<E> & WireEnum> E parse(Class<E> type, String wire) {
    return Enum.valueOf(type, wire.toUpperCase(Locale.ROOT));
  }
}
