/** The index of the administration's search: written by a loop, deleted with each redaction. */
@NullMarked
package eu.callorders.server.search;

import org.jspecify.annotations.NullMarked;
