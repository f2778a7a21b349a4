package eu.callorders.simulator.scenario;

/** A fault that the gateway adds to a call. */
public enum GatewayFault {
  NONE,
  /** The report is half a minute late. */
  LATE_REPORT,
  /** The report is never sent. */
  NO_REPORT,
  /** The call is accepted, but the response to placing it is lost. */
  LOST_ANSWER,
  /** Every event is delivered twice, and out of order. */
  DISORDER
}
