package eu.callorders.sipgateway.media;

/** Hears the other side, on the media thread. */
public interface AudioReceiver {
  /** Sound of 8 kHz. */
  void onAudio(short[] samples);
}
