/** The import of orders from a CSV file: columns, check, progress and result. */
@NullMarked
package eu.callorders.console.imports;

import org.jspecify.annotations.NullMarked;
