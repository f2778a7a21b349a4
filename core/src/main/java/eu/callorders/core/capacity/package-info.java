/** How much may be dialled. */
@NullMarked
package eu.callorders.core.capacity;

import org.jspecify.annotations.NullMarked;
