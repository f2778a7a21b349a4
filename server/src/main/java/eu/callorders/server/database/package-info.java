/** The connection to PostgreSQL, and for whom a transaction speaks. */
@NullMarked
package eu.callorders.server.database;

import org.jspecify.annotations.NullMarked;
