/** The audit log: changes by operators and the service, chained by hashes. */
@NullMarked
package eu.callorders.server.audit;

import org.jspecify.annotations.NullMarked;
