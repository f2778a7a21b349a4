/** Commands on signals. */
@NullMarked
package eu.callorders.server.cli.signals;

import org.jspecify.annotations.NullMarked;
