/** One dial from its instant to its end: whether, until when, and what news of it lead to. */
@NullMarked
package eu.callorders.core.dial;

import org.jspecify.annotations.NullMarked;
