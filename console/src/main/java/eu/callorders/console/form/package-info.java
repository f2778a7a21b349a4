/** What forms have in common: fields with their faults, and changes that others may overtake. */
@NullMarked
package eu.callorders.console.form;

import org.jspecify.annotations.NullMarked;
