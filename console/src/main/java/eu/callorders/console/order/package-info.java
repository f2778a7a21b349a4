/** Orders: the list of all, and one of them from acceptance to result. */
@NullMarked
package eu.callorders.console.order;

import org.jspecify.annotations.NullMarked;
