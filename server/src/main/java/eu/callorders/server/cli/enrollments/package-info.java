/** Commands on enrollments. */
@NullMarked
package eu.callorders.server.cli.enrollments;

import org.jspecify.annotations.NullMarked;
