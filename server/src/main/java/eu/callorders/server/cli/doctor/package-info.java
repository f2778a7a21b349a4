/** Checks of the environment of the service and of its clients. */
@NullMarked
package eu.callorders.server.cli.doctor;

import org.jspecify.annotations.NullMarked;
