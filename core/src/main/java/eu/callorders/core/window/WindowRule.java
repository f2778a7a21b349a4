package eu.callorders.core.window;

import java.util.Locale;

/** What can keep a person from being called at an instant. */
public enum WindowRule {
  /** The hours of a country. */
  COUNTRY_HOURS,
  /** The public holidays of a country, or of a region of it. */
  PUBLIC_HOLIDAYS,
  /** The tenant's own hours. */
  TENANT_HOURS,
  /** The call times of the order. */
  ORDER_TIMES,
  /** The order may not be dialled yet. */
  NOT_BEFORE,
  /** The order may no longer be dialled. */
  NOT_AFTER;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
