package eu.callorders.core.enrollment;

/** The effect of a decision about an enrollment on its orders. */
public enum OrderAction {
  NONE,
  /** Create the order of the current step and apply the outcome to the enrollment. */
  CREATE,
  /** Open orders are not dialed until {@link #RELEASE}. */
  HOLD,
  RELEASE,
  /** Open orders end: the sequence was exited or failed. */
  STOP_EXITED,
  /** Open orders end: the client canceled the enrollment. */
  STOP_CANCELED
}
