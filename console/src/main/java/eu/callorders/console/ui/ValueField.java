package eu.callorders.console.ui;

import javafx.scene.control.TextField;

/** A value that can be selected and copied; while it is cut, its tooltip has all of it. */
public final class ValueField extends TextField {
  public ValueField() {
    this("");
  }

  public ValueField(String value) {
    super(value);
    setEditable(false);
    getStyleClass().setAll("property-value");
    Labels.explainedWhenCut(this);
  }
}
