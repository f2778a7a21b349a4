/** Files of orders and of do-not-call entries: encoding, columns, local numbers, rows. */
@NullMarked
package eu.callorders.client.files;

import org.jspecify.annotations.NullMarked;
