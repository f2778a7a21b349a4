/** Decides whether and when to dial and how gateway events change an order. */
@NullMarked
package eu.callorders.core.dial;

import org.jspecify.annotations.NullMarked;
