/** Order types: what agents say, and what orders begin with. */
@NullMarked
package eu.callorders.console.ordertype;

import org.jspecify.annotations.NullMarked;
