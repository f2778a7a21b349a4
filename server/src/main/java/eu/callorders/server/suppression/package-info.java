/** The do-not-call list: its entries, and what they bar. */
@NullMarked
package eu.callorders.server.suppression;

import org.jspecify.annotations.NullMarked;
