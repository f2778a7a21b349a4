/** The signals: sends one, and shows what one did. */
@NullMarked
package eu.callorders.console.signal;

import org.jspecify.annotations.NullMarked;
