/** The test clock of the sandbox. */
@NullMarked
package eu.callorders.console.sandbox;

import org.jspecify.annotations.NullMarked;
