package eu.callorders.sipgateway.media;

/** A text could not be made into sound. */
public final class SpeechException extends Exception {
  private static final long serialVersionUID = 1L;

  public SpeechException(String message) {
    super(message);
  }

  public SpeechException(String message, Throwable cause) {
    super(message, cause);
  }
}
