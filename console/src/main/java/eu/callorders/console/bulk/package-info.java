/** Actions on many rows of a list: their selection, progress and journal. */
@NullMarked
package eu.callorders.console.bulk;

import org.jspecify.annotations.NullMarked;
