package eu.callorders.simulator.gateway;

import java.time.InstantSource;

/**
 * What a call needs of the world.
 *
 * @param clock real time
 */
public record SimulatorEnvironment(InstantSource clock, Timers timers, EventSink out) {}
