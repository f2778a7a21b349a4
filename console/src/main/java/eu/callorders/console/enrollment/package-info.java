/** Enrollment screens: list and detail with steps. */
@NullMarked
package eu.callorders.console.enrollment;

import org.jspecify.annotations.NullMarked;
