/**
 * The dry run of a sequence: what it comes to for one imagined person, as a table and a picture.
 */
@NullMarked
package eu.callorders.server.cli.preview;

import org.jspecify.annotations.NullMarked;
