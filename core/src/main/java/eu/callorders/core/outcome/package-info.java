/** What the outcome of one call means for later calls. */
@NullMarked
package eu.callorders.core.outcome;

import org.jspecify.annotations.NullMarked;
