/**
 * The question to the client before a dial: its setting, its answers, and what follows from them.
 */
@NullMarked
package eu.callorders.core.predial;

import org.jspecify.annotations.NullMarked;
