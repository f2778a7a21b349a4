/** The overview: metrics over time and quotas. */
@NullMarked
package eu.callorders.console.overview;

import org.jspecify.annotations.NullMarked;
