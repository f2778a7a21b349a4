/** Traces of requests and orders for a collector, by OpenTelemetry. */
@NullMarked
package eu.callorders.server.tracing;

import org.jspecify.annotations.NullMarked;
