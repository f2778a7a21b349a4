/** Addresses of trunks by DNS (RFC 3263). */
@NullMarked
package eu.callorders.sipgateway.dns;

import org.jspecify.annotations.NullMarked;
