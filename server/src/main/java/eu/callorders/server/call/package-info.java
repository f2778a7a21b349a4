/** Attempts as clients see them: calls, reports and transcripts. */
@NullMarked
package eu.callorders.server.call;

import org.jspecify.annotations.NullMarked;
