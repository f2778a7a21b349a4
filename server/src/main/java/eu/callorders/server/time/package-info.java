/** Timestamps as the contract writes them. */
@NullMarked
package eu.callorders.server.time;

import org.jspecify.annotations.NullMarked;
