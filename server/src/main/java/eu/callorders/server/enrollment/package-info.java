/** Enrollments of subjects in sequences: start, steps, pause and end. */
@NullMarked
package eu.callorders.server.enrollment;

import org.jspecify.annotations.NullMarked;
