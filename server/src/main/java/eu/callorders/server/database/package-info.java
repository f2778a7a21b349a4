/** Connections to PostgreSQL, transactions, locks and failures. */
@NullMarked
package eu.callorders.server.database;

import org.jspecify.annotations.NullMarked;
