/** Common parts of all screens: texts, tables, error messages, FXML loading. */
@NullMarked
package eu.callorders.console.ui;

import org.jspecify.annotations.NullMarked;
