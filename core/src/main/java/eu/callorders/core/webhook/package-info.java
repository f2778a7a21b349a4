/** Where events may be delivered, when again, and when to give an endpoint up. */
@NullMarked
package eu.callorders.core.webhook;

import org.jspecify.annotations.NullMarked;
