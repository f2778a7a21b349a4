package eu.callorders.server.search;

import eu.callorders.core.wire.WireEnum;

/** Where a search looks. */
public enum SearchField implements WireEnum {
  REFERENCE,
  CLIENT_REFERENCE,
  NAME,
  PHONE,
  IDENTIFIER
}
