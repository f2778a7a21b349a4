/** Redaction of log output. */
@NullMarked
package eu.callorders.server.logging;

import org.jspecify.annotations.NullMarked;
