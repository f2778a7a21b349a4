package eu.callorders.server.call;

/** Who looks: how much of a person is shown. */
public enum Audience {
  /** A token that may read what was said. */
  CONVERSATION_READER,
  /** A token that may not. */
  CLIENT,
  /** Events: nothing personal but the reference. */
  EVENT;

  /** A client by the scopes of its token. */
  public static Audience of(boolean mayReadTranscripts) {
    return mayReadTranscripts ? CONVERSATION_READER : CLIENT;
  }

  /** Whether free text of a conversation may be shown. */
  public boolean readsConversations() {
    return this == CONVERSATION_READER;
  }
}
