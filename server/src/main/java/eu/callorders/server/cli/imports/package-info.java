/** Files of orders: encoding, columns, rows, progress. */
@NullMarked
package eu.callorders.server.cli.imports;

import org.jspecify.annotations.NullMarked;
