/** Takes personal data away: at once for a person, or when its time is over. */
@NullMarked
package eu.callorders.server.erasure;

import org.jspecify.annotations.NullMarked;
