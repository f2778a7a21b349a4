/** The live event feed. */
@NullMarked
package eu.callorders.console.event;

import org.jspecify.annotations.NullMarked;
