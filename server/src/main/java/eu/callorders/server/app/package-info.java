/** Configuration, command line, and the wiring of all components. */
@NullMarked
package eu.callorders.server.app;

import org.jspecify.annotations.NullMarked;
