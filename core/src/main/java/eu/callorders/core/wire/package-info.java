/** The spelling of values in documents. */
@NullMarked
package eu.callorders.core.wire;

import org.jspecify.annotations.NullMarked;
