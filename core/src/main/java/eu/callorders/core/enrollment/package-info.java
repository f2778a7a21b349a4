/** Enrollments: one subject in one sequence, and the state machine that advances it. */
@NullMarked
package eu.callorders.core.enrollment;

import org.jspecify.annotations.NullMarked;
