package eu.callorders.simulator.gateway;

/**
 * Where the simulator listens on the event bus. All messages and replies go with {@link
 * LocalCodec#options()}.
 */
public final class SimulatorAddress {
  /** {@code PlaceCall} to {@code PlaceAnswer}, or to nothing at all when the answer is lost. */
  public static final String PLACE = "simulator.place";

  /** Attempt id to {@code CancelAnswer}. */
  public static final String CANCEL = "simulator.cancel";

  /** Attempt id to {@code QueryAnswer}. */
  public static final String QUERY = "simulator.query";

  /** Attempt id to {@code Boolean}: nothing of the attempt is left. */
  public static final String FORGET = "simulator.forget";

  /** An optional cursor to {@code EventsAnswer}. */
  public static final String EVENTS = "simulator.events";

  /** {@code EraRequest} to {@code EraAnswer}. */
  public static final String ERA = "simulator.era";

  /** Deployment to {@code EraQueryResult}. */
  public static final String QUERY_ERA = "simulator.query_era";

  /** Anything to {@code GatewayHealth}. */
  public static final String HEALTH = "simulator.health";

  private SimulatorAddress() {}
}
