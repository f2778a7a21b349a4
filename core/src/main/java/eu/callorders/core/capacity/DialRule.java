package eu.callorders.core.capacity;

import eu.callorders.core.wire.WireEnum;

/** The rules that each dial must pass, in the order of their explanation. */
public enum DialRule implements WireEnum {
  /** The order is planned, and its instant has come. */
  ORDER_STATUS,
  /** The attempts of the order are below its limit. */
  ATTEMPTS_LEFT,
  /** Neither the person nor the number is on the do-not-call list. */
  SUPPRESSION,
  /** The tenant may call the country of the number. */
  COUNTRY,
  /** No hold bars the person, the number or the claim. */
  HOLD,
  /** No halt of dialing is active. */
  HALT,
  /** The order's enrollment, if it has one, is not paused. */
  ENROLLMENT_PAUSED,
  /** The instant lies in the calling window. */
  WINDOW,
  /** No other call to the person is active. */
  SUBJECT_BUSY,
  /** No other attempt of the tenant at the phone is active, for whatever subject. */
  NUMBER_BUSY,
  MINIMUM_GAP,
  CONTACTS_PER_DAY,
  /** Contacts of the number on its local day, where the tenant limits them. */
  NUMBER_QUOTA,
  /** Dials per person and claim in seven days, where a country limits them. */
  DIALS_PER_7_DAYS,
  /** Conversations per person and claim in seven days, where a country limits them. */
  CONVERSATIONS_PER_7_DAYS,
  DIALS_PER_DAY,
  CONCURRENT_CALLS,
  GATEWAY,
  /** The tenant's client, where it is asked before each dial, permits this one. */
  PREDIAL_CHECK
}
