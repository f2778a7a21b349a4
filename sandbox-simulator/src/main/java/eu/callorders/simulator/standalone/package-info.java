/** The simulator as a process of its own: the HTTP gateway protocol over a durable store. */
@NullMarked
package eu.callorders.simulator.standalone;

import org.jspecify.annotations.NullMarked;
