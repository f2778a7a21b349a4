/** Wires the components of a node. */
@NullMarked
package eu.callorders.server.app;

import org.jspecify.annotations.NullMarked;
