/** Migrations of the schema, and the embedded PostgreSQL. */
@NullMarked
package eu.callorders.db;

import org.jspecify.annotations.NullMarked;
