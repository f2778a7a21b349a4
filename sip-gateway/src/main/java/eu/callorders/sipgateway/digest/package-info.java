/** Digest access authentication (RFC 7616 and RFC 8760) for requests that a trunk challenges. */
@NullMarked
package eu.callorders.sipgateway.digest;

import org.jspecify.annotations.NullMarked;
