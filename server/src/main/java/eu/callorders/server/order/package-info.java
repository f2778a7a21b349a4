/** Call orders: what clients order, where it stands, and how it is shown. */
@NullMarked
package eu.callorders.server.order;

import org.jspecify.annotations.NullMarked;
