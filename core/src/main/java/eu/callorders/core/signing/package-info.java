/** Messages signed with a shared secret: Standard Webhooks 1.0. */
@NullMarked
package eu.callorders.core.signing;

import org.jspecify.annotations.NullMarked;
