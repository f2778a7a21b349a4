package eu.callorders.server.search;

import eu.callorders.core.id.IdKind;
import java.util.Locale;

/** What a row of the index stands for. */
public enum SearchKind {
  ORDER(IdKind.ORDER),
  ENROLLMENT(IdKind.ENROLLMENT);

  private final IdKind ids;

  SearchKind(IdKind ids) {
    this.ids = ids;
  }

  static SearchKind of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  public IdKind ids() {
    return ids;
  }

  /** As stored and as in responses. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
