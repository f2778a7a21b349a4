/** Commands on call orders. */
@NullMarked
package eu.callorders.server.cli.orders;

import org.jspecify.annotations.NullMarked;
