/** IP addresses and networks. */
@NullMarked
package eu.callorders.server.network;

import org.jspecify.annotations.NullMarked;
