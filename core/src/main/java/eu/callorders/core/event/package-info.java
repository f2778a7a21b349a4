/** What the service announces. */
@NullMarked
package eu.callorders.core.event;

import org.jspecify.annotations.NullMarked;
