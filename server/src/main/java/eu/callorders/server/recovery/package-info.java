/** Eras of the database: how a node notices a new server instance, and what it then waits for. */
@NullMarked
package eu.callorders.server.recovery;

import org.jspecify.annotations.NullMarked;
