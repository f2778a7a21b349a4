/** The demonstration on a sandbox. */
@NullMarked
package eu.callorders.server.cli.demo;

import org.jspecify.annotations.NullMarked;
