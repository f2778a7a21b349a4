/** When a person may be called. */
@NullMarked
package eu.callorders.core.window;

import org.jspecify.annotations.NullMarked;
