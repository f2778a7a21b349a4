/** Charts of steps of time: axes in round units, legend, tooltip and the way to the rows. */
@NullMarked
package eu.callorders.console.chart;

import org.jspecify.annotations.NullMarked;
