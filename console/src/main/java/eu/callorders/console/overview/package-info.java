/** How the service is doing: figures over time, and the tenant's quotas. */
@NullMarked
package eu.callorders.console.overview;

import org.jspecify.annotations.NullMarked;
