package eu.callorders.simulator.gateway;

/** Event bus addresses of the simulator. Messages and replies use {@link LocalCodec#options()}. */
public final class SimulatorAddress {
  /** {@code PlaceCall} to {@code PlaceResult}, or no reply when the response is to be lost. */
  public static final String PLACE = "simulator.place";

  public static final String CANCEL = "simulator.cancel";

  public static final String QUERY = "simulator.query";

  /** Attempt id to {@code Boolean}: whether no data of the attempt is left. */
  public static final String ERASE = "simulator.forget";

  /** An optional cursor to {@code EventsResult}. */
  public static final String EVENTS = "simulator.events";

  public static final String ERA = "simulator.era";

  public static final String QUERY_ERA = "simulator.query_era";

  /** Anything to {@code GatewayHealth}. */
  public static final String HEALTH = "simulator.health";

  private SimulatorAddress() {}
}
