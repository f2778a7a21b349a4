/** The configuration of a node: keys, values and secrets. */
@NullMarked
package eu.callorders.server.config;

import org.jspecify.annotations.NullMarked;
