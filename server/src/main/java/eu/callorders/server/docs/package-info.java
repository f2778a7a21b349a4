/** The documentation that the service serves: guides, problems and events. */
@NullMarked
package eu.callorders.server.docs;

import org.jspecify.annotations.NullMarked;
