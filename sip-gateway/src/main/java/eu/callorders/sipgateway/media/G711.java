package eu.callorders.sipgateway.media;

/** G.711: one byte per sample of 8 kHz. */
public enum G711 {
  /** µ-law, payload type 0. */
  PCMU(0) {
    @Override
    byte encode(short sample) {
      int sign = sample < 0 ? 0x80 : 0;
      int magnitude = Math.min(Math.abs((int) sample), ULAW_CLIP) + ULAW_BIAS;
      int segment = 24 - Integer.numberOfLeadingZeros(magnitude);
      int mantissa = (magnitude >> (segment + 3)) & 0x0F;
      return (byte) ~(sign | (segment << 4) | mantissa);
    }

    @Override
    short decode(byte code) {
      int bits = ~code & 0xFF;
      int segment = (bits >> 4) & 7;
      int magnitude = ((((bits & 0x0F) << 3) + ULAW_BIAS) << segment) - ULAW_BIAS;
      return (short) ((bits & 0x80) == 0 ? magnitude : -magnitude);
    }
  },
  /** A-law, payload type 8. */
  PCMA(8) {
    @Override
    byte encode(short sample) {
      int sign = sample < 0 ? 0 : 0x80;
      int magnitude = (sample < 0 ? ~sample : sample) >> 3;
      int segment = Math.max(0, 27 - Integer.numberOfLeadingZeros(magnitude));
      int mantissa = (magnitude >> Math.max(1, segment)) & 0x0F;
      return (byte) ((sign | (segment << 4) | mantissa) ^ 0x55);
    }

    @Override
    short decode(byte code) {
      int bits = (code ^ 0x55) & 0xFF;
      int segment = (bits >> 4) & 7;
      int magnitude = ((bits & 0x0F) << 4) + 8;
      if (segment > 0) {
        magnitude = (magnitude + 0x100) << (segment - 1);
      }
      return (short) ((bits & 0x80) == 0 ? -magnitude : magnitude);
    }
  };

  public static final int SAMPLE_RATE = 8000;

  private static final int ULAW_BIAS = 0x84;
  private static final int ULAW_CLIP = 32_635;

  private final int payloadType;

  G711(int payloadType) {
    this.payloadType = payloadType;
  }

  public int payloadType() {
    return payloadType;
  }

  abstract byte encode(short sample);

  abstract short decode(byte code);

  /** Encodes samples from an offset; silence where they end. */
  public byte[] encode(short[] samples, int from, int count) {
    byte[] encoded = new byte[count];
    for (int i = 0; i < count; i++) {
      encoded[i] = encode(from + i < samples.length ? samples[from + i] : 0);
    }
    return encoded;
  }

  public short[] decode(byte[] encoded) {
    short[] samples = new short[encoded.length];
    for (int i = 0; i < encoded.length; i++) {
      samples[i] = decode(encoded[i]);
    }
    return samples;
  }
}
