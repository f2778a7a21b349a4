/** Configuration, command line, and the only wiring of everything else. */
@NullMarked
package eu.callorders.server.app;

import org.jspecify.annotations.NullMarked;
