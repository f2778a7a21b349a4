/**
 * The simulator as a gateway: takes calls, plays their scenarios in real time and tells of them.
 */
@NullMarked
package eu.callorders.simulator.gateway;

import org.jspecify.annotations.NullMarked;
