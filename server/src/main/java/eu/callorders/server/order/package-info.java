/** Call orders: acceptance, state, changes and representation. */
@NullMarked
package eu.callorders.server.order;

import org.jspecify.annotations.NullMarked;
