/** The simulated gateway: accepts calls, runs their scenarios in real time and emits events. */
@NullMarked
package eu.callorders.simulator.gateway;

import org.jspecify.annotations.NullMarked;
