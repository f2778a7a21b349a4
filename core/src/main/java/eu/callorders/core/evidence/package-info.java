/** The evidence of a call, its disclosure, and the hash tree over many of them. */
@NullMarked
package eu.callorders.core.evidence;

import org.jspecify.annotations.NullMarked;
