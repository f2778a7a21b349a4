/** The command line: the main class and its commands. */
@NullMarked
package eu.callorders.server.cli;

import org.jspecify.annotations.NullMarked;
