/** Templates for orders: how the agent speaks, and what an order gets that says nothing else. */
@NullMarked
package eu.callorders.server.ordertype;

import org.jspecify.annotations.NullMarked;
