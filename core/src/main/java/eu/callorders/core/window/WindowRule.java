package eu.callorders.core.window;

import eu.callorders.core.wire.WireEnum;

/** The rules that can forbid a call at an instant. */
public enum WindowRule implements WireEnum {
  /** The hours of a country. */
  COUNTRY_HOURS,
  /** The public holidays of a country, or of a region of it. */
  PUBLIC_HOLIDAYS,
  TENANT_HOURS,
  ORDER_TIMES,
  /** The order may not be dialed yet. */
  NOT_BEFORE,
  /** The order may no longer be dialed. */
  NOT_AFTER
}
