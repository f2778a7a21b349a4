/** Commands that talk to the API of a running service: connection, profiles, output. */
@NullMarked
package eu.callorders.server.cli.client;

import org.jspecify.annotations.NullMarked;
