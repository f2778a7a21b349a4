/** Order type screens: list and detail. */
@NullMarked
package eu.callorders.console.ordertype;

import org.jspecify.annotations.NullMarked;
