package eu.callorders.console.steps;

import java.util.Locale;

/** Progress of an enrollment at a step. */
public enum StepProgress {
  /** No enrollment is shown. */
  NOBODY,
  DONE,
  CURRENT,
  /** The current step of a paused enrollment. */
  PAUSED,
  /** The step at which the enrollment ended early. */
  STOPPED,
  AHEAD,
  /** A later step of an ended enrollment. */
  LEFT_OUT;

  /** Suffix of its text keys and CSS classes. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
