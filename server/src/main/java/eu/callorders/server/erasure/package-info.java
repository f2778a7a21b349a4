/** Redacts personal data: on request for a subject, or after its retention. */
@NullMarked
package eu.callorders.server.erasure;

import org.jspecify.annotations.NullMarked;
