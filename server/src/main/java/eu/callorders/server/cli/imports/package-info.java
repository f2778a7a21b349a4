/** What `orders import` checks and prints. */
@NullMarked
package eu.callorders.server.cli.imports;

import org.jspecify.annotations.NullMarked;
