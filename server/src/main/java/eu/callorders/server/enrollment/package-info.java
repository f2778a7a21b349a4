/** Enrollments of persons in sequences: what starts, moves, holds and ends them. */
@NullMarked
package eu.callorders.server.enrollment;

import org.jspecify.annotations.NullMarked;
