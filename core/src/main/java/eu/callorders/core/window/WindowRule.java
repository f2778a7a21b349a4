package eu.callorders.core.window;

import java.util.Locale;

/** The rules that can forbid a call at an instant. */
public enum WindowRule {
  /** The hours of a country. */
  COUNTRY_HOURS,
  /** The public holidays of a country, or of a region of it. */
  PUBLIC_HOLIDAYS,
  TENANT_HOURS,
  ORDER_TIMES,
  /** The order may not be dialed yet. */
  NOT_BEFORE,
  /** The order may no longer be dialed. */
  NOT_AFTER;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
