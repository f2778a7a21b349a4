package eu.callorders.server.tracing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A decoded protobuf message: the values of each field, as bytes or as numbers. */
record ProtobufMessage(Map<Integer, List<Object>> fields) {
  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED_32 = 5;

  static ProtobufMessage of(byte[] encoded) {
    Map<Integer, List<Object>> fields = new HashMap<>();
    ByteBuffer in = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
    while (in.hasRemaining()) {
      int tag = (int) varint(in);
      Object value =
          switch (tag & 7) {
            case VARINT -> varint(in);
            case FIXED_64 -> in.getLong();
            case BYTES -> bytes(in);
            case FIXED_32 -> (long) in.getInt();
            default -> throw new IllegalArgumentException("wire type of tag " + tag);
          };
      fields.merge(
          tag >>> 3,
          List.of(value),
          (old, more) -> Stream.concat(old.stream(), more.stream()).toList());
    }
    return new ProtobufMessage(fields);
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    int shift = 0;
    byte read;
    do {
      read = in.get();
      value |= (long) (read & 0x7f) << shift;
      shift += 7;
    } while (read < 0);
    return value;
  }

  private static byte[] bytes(ByteBuffer in) {
    byte[] bytes = new byte[(int) varint(in)];
    in.get(bytes);
    return bytes;
  }

  Stream<ProtobufMessage> messages(int field) {
    return fields.getOrDefault(field, List.of()).stream().map(value -> of((byte[]) value));
  }

  boolean has(int field) {
    return fields.containsKey(field);
  }

  String text(int field) {
    return has(field) ? new String((byte[]) first(field), StandardCharsets.UTF_8) : "";
  }

  String hex(int field) {
    return has(field) ? HexFormat.of().formatHex((byte[]) first(field)) : "";
  }

  long number(int field) {
    return has(field) ? (long) first(field) : 0;
  }

  private Object first(int field) {
    return fields.get(field).getFirst();
  }
}
