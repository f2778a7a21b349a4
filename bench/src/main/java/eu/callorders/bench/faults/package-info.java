/** Campaigns over what a machine does to nodes: clocks, long stops, and resources that run out. */
@NullMarked
package eu.callorders.bench.faults;

import org.jspecify.annotations.NullMarked;
