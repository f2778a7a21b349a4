/** What may be written into a log of what goes wrong. */
@NullMarked
package eu.callorders.server.logging;

import org.jspecify.annotations.NullMarked;
