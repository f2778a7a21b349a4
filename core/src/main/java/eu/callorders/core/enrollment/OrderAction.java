package eu.callorders.core.enrollment;

/** What a decision about an enrollment means for its orders. */
public enum OrderAction {
  NONE,
  /** Create that of the present step, and tell what came of it. */
  CREATE,
  /** Those that are open are not dialled until they are released. */
  HOLD,
  /** Those that were held are planned again. */
  RELEASE,
  /** Those that are open end, since the sequence was exited or has failed. */
  STOP_EXITED,
  /** Those that are open end, since the client has canceled the enrollment. */
  STOP_CANCELED
}
