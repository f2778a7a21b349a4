package eu.callorders.console.admin;

import eu.callorders.console.ui.Pill;
import eu.callorders.console.ui.Texts;

/** Whether somebody may use the service, in the operator's words. */
record State(String text, Pill.Tone tone) {

  static State of(Texts texts, boolean disabled, boolean locked) {
    if (disabled) {
      return new State(texts.get("state.disabled"), Pill.Tone.BAD);
    }
    return locked
        ? new State(texts.get("state.locked"), Pill.Tone.WARNING)
        : new State(texts.get("state.active"), Pill.Tone.GOOD);
  }

  Pill pill() {
    return new Pill(text, tone);
  }
}
