/** The audit log: what operators and the service itself have changed, chained by hashes. */
@NullMarked
package eu.callorders.server.audit;

import org.jspecify.annotations.NullMarked;
