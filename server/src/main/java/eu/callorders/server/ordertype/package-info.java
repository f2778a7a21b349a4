/** Order types: templates with agent settings and default values for orders. */
@NullMarked
package eu.callorders.server.ordertype;

import org.jspecify.annotations.NullMarked;
