/** Rate and concurrency limits of tenants and addresses. */
@NullMarked
package eu.callorders.server.ratelimit;

import org.jspecify.annotations.NullMarked;
