/**
 * What happens in a simulated call: decided from the number and the order, without clock or I/O.
 */
@NullMarked
package eu.callorders.simulator.scenario;

import org.jspecify.annotations.NullMarked;
