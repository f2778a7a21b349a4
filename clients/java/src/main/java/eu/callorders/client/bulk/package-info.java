/** Many requests: in parallel within the rate limit, and the import of orders. */
@NullMarked
package eu.callorders.client.bulk;

import org.jspecify.annotations.NullMarked;
