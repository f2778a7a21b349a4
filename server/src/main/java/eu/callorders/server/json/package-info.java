/** JSON values: reading, writing and merging them. */
@NullMarked
package eu.callorders.server.json;

import org.jspecify.annotations.NullMarked;
