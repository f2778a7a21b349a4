/** Business signals of clients: recorded once, applied to enrollments. */
@NullMarked
package eu.callorders.server.signal;

import org.jspecify.annotations.NullMarked;
