package eu.callorders.console.admin;

import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Texts;

/** Whether a tenant or client has access, as text for the operator. */
record AccessStatus(String text, StatusBadge.Tone tone) {

  static AccessStatus of(Texts texts, boolean disabled, boolean locked) {
    if (disabled) {
      return new AccessStatus(texts.get("state.disabled"), StatusBadge.Tone.BAD);
    }
    return locked
        ? new AccessStatus(texts.get("state.locked"), StatusBadge.Tone.WARNING)
        : new AccessStatus(texts.get("state.active"), StatusBadge.Tone.GOOD);
  }

  StatusBadge badge() {
    return new StatusBadge(text, tone);
  }
}
