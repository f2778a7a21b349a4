package eu.callorders.server.call;

import eu.callorders.server.http.Caller;

/** The reader of a call, which decides how much personal data is shown. */
public enum Audience {
  /** A token with access to transcripts. */
  CONVERSATION_READER,
  /** A token without access to transcripts. */
  CLIENT,
  /** Events: the reference is the only personal data. */
  EVENT;

  public static Audience of(Caller caller) {
    return caller.hasScope("transcripts:read") ? CONVERSATION_READER : CLIENT;
  }

  public boolean mayReadConversations() {
    return this == CONVERSATION_READER;
  }
}
