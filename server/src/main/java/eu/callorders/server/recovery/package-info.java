/** Eras of the database: detection of new server instances, and the recovery halt. */
@NullMarked
package eu.callorders.server.recovery;

import org.jspecify.annotations.NullMarked;
