/** The call order: its states and transitions, terms, retry plan and result. */
@NullMarked
package eu.callorders.core.order;

import org.jspecify.annotations.NullMarked;
