/** The window: what is in it, how it looks, and the only wiring. */
@NullMarked
package eu.callorders.console.app;

import org.jspecify.annotations.NullMarked;
