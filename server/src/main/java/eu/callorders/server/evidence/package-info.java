/** The evidence of calls: made when an attempt is closed, signed, and anchored in the audit log. */
@NullMarked
package eu.callorders.server.evidence;

import org.jspecify.annotations.NullMarked;
