/** What only the sandbox has: the test clock. */
@NullMarked
package eu.callorders.console.sandbox;

import org.jspecify.annotations.NullMarked;
