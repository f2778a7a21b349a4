/** The simulator as a process of its own. */
@NullMarked
package eu.callorders.simulator.standalone;

import org.jspecify.annotations.NullMarked;
