/**
 * Campaigns over what operators put around nodes: a balancer, a database with a standby, a pooler,
 * the release before.
 */
@NullMarked
package eu.callorders.bench.cluster;

import org.jspecify.annotations.NullMarked;
