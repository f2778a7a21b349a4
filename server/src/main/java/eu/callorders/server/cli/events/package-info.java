/** Commands that follow the event feed. */
@NullMarked
package eu.callorders.server.cli.events;

import org.jspecify.annotations.NullMarked;
