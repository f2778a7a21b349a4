/** The dry run of a sequence for one sample subject, as text and SVG. */
@NullMarked
package eu.callorders.server.cli.preview;

import org.jspecify.annotations.NullMarked;
