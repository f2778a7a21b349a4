/** The main window and the wiring of the console. */
@NullMarked
package eu.callorders.console.app;

import org.jspecify.annotations.NullMarked;
