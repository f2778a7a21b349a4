/** The process: start, wiring and commands. */
@NullMarked
package eu.callorders.sipgateway.app;

import org.jspecify.annotations.NullMarked;
