package eu.callorders.server.search;

import java.util.Locale;

/** Where a search looks. */
public enum SearchField {
  REFERENCE,
  CLIENT_REFERENCE,
  NAME,
  PHONE,
  IDENTIFIER;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
