package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.media.RtpStatistics;
import eu.callorders.sipgateway.media.SessionDescription;
import eu.callorders.sipgateway.sip.MessageObserver;

/** Sees what happens in calls, beside what is reported of them. On the event loop. */
public interface CallObserver extends MessageObserver {
  /** Sees nothing. */
  CallObserver NONE = new CallObserver() {};

  /** A conversation begins with that sound. */
  default void onConversation(SessionDescription media) {}

  /** A key was pressed. */
  default void onKey() {}

  /** The sound of a conversation has ended. */
  default void onSoundEnd(RtpStatistics statistics) {}
}
