package eu.callorders.sipgateway.media;

import org.jspecify.annotations.Nullable;

/** Finds keys and machines in what a call hears. Confined to the media thread. */
final class SoundAnalyzer {
  private static final int MAX_GAP = 8 * G711.SAMPLE_RATE; // as long as a machine is looked for

  private final RtpSession.Listener listener;
  private final KeyDetector keys = new KeyDetector();
  private final ToneDetector tones = new ToneDetector();
  private final VoicemailDetector voicemail = new VoicemailDetector();
  private final FrameCutter toneFrames;
  private final FrameCutter voicemailFrames;
  private @Nullable AudioReceiver audio;
  private @Nullable Integer source;
  private int expected;
  private boolean listening;

  SoundAnalyzer(RtpSession.Listener listener) {
    this.listener = listener;
    this.toneFrames = new FrameCutter(frame -> tones.detect(frame).ifPresent(listener::onKey));
    this.voicemailFrames = new FrameCutter(this::lookForMachine);
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
      heard(packet, codec.decode(packet.payload()), eventType == null);
    }
  }

  private void heard(RtpPacket packet, short[] samples, boolean keysAreTones) {
    if (keysAreTones) {
      toneFrames.add(samples);
    }
    if (listening) {
      lookForMachine(packet, samples);
    }
    if (audio != null) {
      audio.onAudio(samples);
    }
  }

  /** What was not sent, since the other side was silent, or was lost is silence. */
  private void lookForMachine(RtpPacket packet, short[] samples) {
    boolean known = source != null && source == packet.ssrc();
    int ahead = known ? packet.timestamp() - expected : 0;
    voicemailFrames.add(new short[Math.clamp(ahead, 0, MAX_GAP)]);
    voicemailFrames.add(samples);
    if (ahead >= 0) { // not a late packet
      source = packet.ssrc();
      expected = packet.timestamp() + samples.length;
    }
  }

  private void lookForMachine(short[] frame) {
    if (voicemail.accept(frame)) {
      listener.onVoicemail();
    }
    listening = !voicemail.isOver();
  }
}
