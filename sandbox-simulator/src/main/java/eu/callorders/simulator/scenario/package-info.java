/** Scenarios of simulated calls, derived from phone and order without clock or I/O. */
@NullMarked
package eu.callorders.simulator.scenario;

import org.jspecify.annotations.NullMarked;
