/** Every problem that the API can report. */
@NullMarked
package eu.callorders.core.problem;

import org.jspecify.annotations.NullMarked;
