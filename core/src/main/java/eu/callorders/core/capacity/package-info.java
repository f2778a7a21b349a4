/** Limits on dials and concurrent calls, and the decision whether to dial. */
@NullMarked
package eu.callorders.core.capacity;

import org.jspecify.annotations.NullMarked;
