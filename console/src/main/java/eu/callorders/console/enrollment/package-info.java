/** Enrollments: the list of all, and one of them on its ladder. */
@NullMarked
package eu.callorders.console.enrollment;

import org.jspecify.annotations.NullMarked;
