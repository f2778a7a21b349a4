package eu.callorders.core.enrollment;

import eu.callorders.core.event.EventType;
import eu.callorders.core.wire.WireEnum;

/** The status of an enrollment as clients see it; a closed set. */
public enum EnrollmentStatus implements WireEnum {
  ACTIVE(EventType.ENROLLMENT_STARTED),
  PAUSED(EventType.ENROLLMENT_PAUSED),
  COMPLETED(EventType.ENROLLMENT_COMPLETED),
  EXITED(EventType.ENROLLMENT_EXITED),
  CANCELED(EventType.ENROLLMENT_CANCELED),
  FAILED(EventType.ENROLLMENT_FAILED);

  private final EventType enteredEvent;

  EnrollmentStatus(EventType entered) {
    this.enteredEvent = entered;
  }

  EventType enteredEvent() {
    return enteredEvent;
  }

  public boolean terminal() {
    return this != ACTIVE && this != PAUSED;
  }

  /** The status of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static EnrollmentStatus of(String wire) {
    return WireEnum.parse(EnrollmentStatus.class, wire);
  }
}
