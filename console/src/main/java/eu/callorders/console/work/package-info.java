/** Work off the drawing thread, and lists that grow as they are looked at; no toolkit. */
@NullMarked
package eu.callorders.console.work;

import org.jspecify.annotations.NullMarked;
