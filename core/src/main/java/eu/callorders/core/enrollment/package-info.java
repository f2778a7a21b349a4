/** Enrollments: one person on the ladder of one sequence, and what moves it. */
@NullMarked
package eu.callorders.core.enrollment;

import org.jspecify.annotations.NullMarked;
