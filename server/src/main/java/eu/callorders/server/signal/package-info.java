/** Business signals of clients: each is recorded once, and moves enrollments. */
@NullMarked
package eu.callorders.server.signal;

import org.jspecify.annotations.NullMarked;
