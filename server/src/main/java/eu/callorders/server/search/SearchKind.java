package eu.callorders.server.search;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.wire.WireEnum;

/** What a row of the index stands for. */
public enum SearchKind implements WireEnum {
  ORDER(IdKind.ORDER),
  ENROLLMENT(IdKind.ENROLLMENT);

  private final IdKind ids;

  SearchKind(IdKind ids) {
    this.ids = ids;
  }

  static SearchKind of(String wire) {
    return WireEnum.parse(SearchKind.class, wire);
  }

  public IdKind ids() {
    return ids;
  }
}
