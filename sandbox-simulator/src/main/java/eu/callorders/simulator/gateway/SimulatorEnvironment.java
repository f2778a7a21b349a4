package eu.callorders.simulator.gateway;

import java.time.InstantSource;

/**
 * The environment of a call.
 *
 * @param clock real time
 */
public record SimulatorEnvironment(InstantSource clock, Timers timers, EventSink eventSink) {}
