/** How background work runs: in loops that sleep until there is something to do. */
@NullMarked
package eu.callorders.server.worker;

import org.jspecify.annotations.NullMarked;
