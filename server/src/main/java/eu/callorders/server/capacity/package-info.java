/** How much of their quotas tenants have used. */
@NullMarked
package eu.callorders.server.capacity;

import org.jspecify.annotations.NullMarked;
