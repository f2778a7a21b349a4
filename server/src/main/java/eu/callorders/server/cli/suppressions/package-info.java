/** Commands on the do-not-call list. */
@NullMarked
package eu.callorders.server.cli.suppressions;

import org.jspecify.annotations.NullMarked;
