/** What the client libraries and the command line take beside the work of the service. */
@NullMarked
package eu.callorders.bench.clients;

import org.jspecify.annotations.NullMarked;
