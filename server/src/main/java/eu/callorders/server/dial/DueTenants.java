package eu.callorders.server.dial;

/**
 * The tenants whose due orders a dialer claims. Those with a pre-dial check have a dialer of their
 * own, so that questions and replies delay no order of other tenants.
 */
public enum DueTenants {
  WITHOUT_PREDIAL_CHECK(200),
  /** Many that become due at once leave processor and disk to the orders of other tenants. */
  WITH_PREDIAL_CHECK(25);

  private final int batch;

  DueTenants(int batch) {
    this.batch = batch;
  }

  /** How many orders a round claims at most. */
  int batch() {
    return batch;
  }

  boolean havePredialCheck() {
    return this == WITH_PREDIAL_CHECK;
  }
}
