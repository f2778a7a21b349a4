/** The command line of the administration: one command per operation of its contract. */
@NullMarked
package eu.callorders.server.cli.admin;

import org.jspecify.annotations.NullMarked;
