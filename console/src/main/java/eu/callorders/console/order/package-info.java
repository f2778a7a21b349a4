/** Order screens: list, detail, forms and report. */
@NullMarked
package eu.callorders.console.order;

import org.jspecify.annotations.NullMarked;
