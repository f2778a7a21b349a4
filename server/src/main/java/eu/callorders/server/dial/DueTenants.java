package eu.callorders.server.dial;

/**
 * The tenants whose due orders a dialer claims. Those with a pre-dial check have a dialer of their
 * own, so that questions and replies delay no order of other tenants.
 */
public enum DueTenants {
  WITHOUT_PREDIAL_CHECK,
  WITH_PREDIAL_CHECK;

  boolean havePredialCheck() {
    return this == WITH_PREDIAL_CHECK;
  }
}
