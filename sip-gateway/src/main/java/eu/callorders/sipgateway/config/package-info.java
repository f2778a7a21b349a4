/** The settings of the gateway, read from the environment or a file. */
@NullMarked
package eu.callorders.sipgateway.config;

import org.jspecify.annotations.NullMarked;
