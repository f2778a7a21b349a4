/** The schema's migrations, and the PostgreSQL that the service brings along. */
@NullMarked
package eu.callorders.db;

import org.jspecify.annotations.NullMarked;
