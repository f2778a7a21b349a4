/** How fast webhooks leave: load drivers with receivers of their own. */
@NullMarked
package eu.callorders.bench.webhooks;

import org.jspecify.annotations.NullMarked;
