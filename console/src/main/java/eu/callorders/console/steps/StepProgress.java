package eu.callorders.console.steps;

import java.util.Locale;

/** How far somebody has come with a step. */
public enum StepProgress {
  /** There is nobody on the ladder. */
  NOBODY,
  DONE,
  CURRENT,
  /** The current one of somebody who is paused. */
  PAUSED,
  /** The last one of somebody who has left the ladder. */
  STOPPED,
  AHEAD,
  /** It comes no more. */
  LEFT_OUT;

  /** Names it in texts and in the style sheet. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
