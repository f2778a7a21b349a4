/** Common parts of forms: fields with errors, and edits with conflicts. */
@NullMarked
package eu.callorders.console.form;

import org.jspecify.annotations.NullMarked;
