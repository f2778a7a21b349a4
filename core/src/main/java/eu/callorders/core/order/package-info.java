/** The call order: its states, and what may happen in each. */
@NullMarked
package eu.callorders.core.order;

import org.jspecify.annotations.NullMarked;
