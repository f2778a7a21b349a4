package eu.callorders.sipgateway.media;

import org.jspecify.annotations.Nullable;

/** Finds keys and machines in what a call hears. Confined to the media thread. */
final class SoundAnalyzer {
  private final RtpSession.Listener listener;
  private final KeyDetector keys = new KeyDetector();
  private final ToneDetector tones = new ToneDetector();
  private final VoicemailDetector voicemail = new VoicemailDetector();
  private @Nullable AudioReceiver audio;
  private boolean listening;

  SoundAnalyzer(RtpSession.Listener listener) {
    this.listener = listener;
  }

  /** Hands what is heard to a receiver from now on. */
  void hear(AudioReceiver receiver) {
    audio = receiver;
  }

  /** Begins to look for a machine. */
  void detectVoicemail() {
    listening = true;
  }

  /** Takes the next packet; tones are keys only when the other side sends no telephone events. */
  void accept(RtpPacket packet, SessionDescription description) {
    Integer eventType = description.eventType();
    G711 codec = description.codec();
    if (eventType != null && packet.payloadType() == eventType) {
      keys.detect(packet).ifPresent(listener::onKey);
    } else if (codec != null
        && packet.payloadType() == codec.payloadType()
        && packet.payload().length > 0) {
      heard(codec.decode(packet.payload()), eventType == null);
    }
  }

  private void heard(short[] samples, boolean keysAreTones) {
    if (keysAreTones) {
      tones.detect(samples).ifPresent(listener::onKey);
    }
    if (listening && voicemail.accept(samples)) {
      listener.onVoicemail();
    }
    if (audio != null) {
      audio.onAudio(samples);
    }
  }
}
