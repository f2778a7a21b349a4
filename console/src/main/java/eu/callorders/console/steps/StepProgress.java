package eu.callorders.console.steps;

import java.util.Locale;

/** Progress of an enrollment at a step. */
public enum StepProgress {
  /** No enrollment is shown. */
  NOT_STARTED,
  DONE,
  CURRENT,
  /** The current step of a paused enrollment. */
  PAUSED,
  /** The step at which the enrollment ended early. */
  STOPPED,
  PENDING,
  /** A later step of an ended enrollment. */
  SKIPPED;

  /** Suffix of its text keys and CSS classes. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
