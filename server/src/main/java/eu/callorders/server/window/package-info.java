/** What libraries know about where a person is, and about holidays there. */
@NullMarked
package eu.callorders.server.window;

import org.jspecify.annotations.NullMarked;
