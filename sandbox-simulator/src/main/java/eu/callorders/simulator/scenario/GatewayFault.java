package eu.callorders.simulator.scenario;

/** What the gateway itself does wrong around a call that goes well. */
public enum GatewayFault {
  NONE,
  /** The report comes half a minute late. */
  LATE_REPORT,
  /** The report never comes. */
  NO_REPORT,
  /** The call is taken, but the answer to placing it is lost. */
  LOST_ANSWER,
  /** Every event is told twice, and out of order. */
  DISORDER
}
