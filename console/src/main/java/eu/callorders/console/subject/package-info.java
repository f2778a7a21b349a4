/** The persons, and everything that the service has about one. */
@NullMarked
package eu.callorders.console.subject;

import org.jspecify.annotations.NullMarked;
