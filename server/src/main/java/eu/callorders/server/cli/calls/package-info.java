/** Commands on calls. */
@NullMarked
package eu.callorders.server.cli.calls;

import org.jspecify.annotations.NullMarked;
