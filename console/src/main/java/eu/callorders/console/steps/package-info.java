/** The steps of a sequence, with or without the progress of an enrollment. */
@NullMarked
package eu.callorders.console.steps;

import org.jspecify.annotations.NullMarked;
