package eu.callorders.server.list;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.signing.HmacSha256;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * Creates and reads opaque cursors: a key id, a position and an HMAC-SHA256 that binds the position
 * to tenant and purpose, so that a cursor fits its own list only.
 */
public final class Cursors {
  private static final int MAC_LENGTH = 16;
  private static final int POSITION_LENGTH = 3 * Long.BYTES;
  private static final long MICROS = 1_000_000;
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final List<CursorKey> keys;

  /** A signing key. The {@code id}, 0 to 255, is part of the cursor; two keys may share it. */
  public record CursorKey(int id, HmacSha256 hmac) {
    public CursorKey {
      if (id != (id & 0xff)) {
        throw new IllegalArgumentException("key id " + id);
      }
    }

    public static CursorKey of(int id, byte[] secret) {
      return new CursorKey(id, new HmacSha256(secret));
    }
  }

  /** The last row shown of a list ordered by time. */
  public record Position(Instant at, UUID id) {}

  /**
   * @param keys the first key signs, all of them verify
   */
  public Cursors(List<CursorKey> keys) {
    this.keys = List.copyOf(keys);
  }

  /** The operation and filters of a list. */
  public static String purpose(ApiRequest request) {
    ObjectNode filters = Json.object();
    request.filters().forEach(filters::put);
    return request.operationId() + " " + filters;
  }

  /** The cursor of a position; time to the microsecond. */
  public String create(ApiRequest request, Position position) {
    Instant at = position.at();
    ByteBuffer bytes =
        ByteBuffer.allocate(POSITION_LENGTH)
            .putLong(at.getEpochSecond() * MICROS + at.getNano() / 1000)
            .putLong(position.id().getMostSignificantBits())
            .putLong(position.id().getLeastSignificantBits());
    return create(request.caller().tenantId(), purpose(request), bytes.array());
  }

  /**
   * The position in {@code after}; empty at the beginning of the list.
   *
   * @throws ProblemException {@code invalid_cursor}
   */
  public Optional<Position> after(ApiRequest request) {
    String cursor = request.query().get("after");
    if (cursor == null) {
      return Optional.empty();
    }
    byte[] bytes = read(request.caller().tenantId(), purpose(request), cursor, "/query/after");
    if (bytes.length != POSITION_LENGTH) {
      throw invalid("/query/after");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long micros = buffer.getLong();
    Instant at =
        Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1000);
    return Optional.of(new Position(at, new UUID(buffer.getLong(), buffer.getLong())));
  }

  /**
   * A page of a list ordered by identifier.
   *
   * @param found one row more than the limit if there are more
   */
  public <T> Reply page(
      ApiRequest request, List<T> found, Function<T, UUID> id, Function<T, ObjectNode> document) {
    boolean hasMore = found.size() > request.limit();
    List<T> shown = hasMore ? found.subList(0, request.limit()) : found;
    String next =
        hasMore ? create(request, new Position(Instant.EPOCH, id.apply(shown.getLast()))) : null;
    return Page.ofNodes(shown.stream().map(document).toList(), hasMore, next);
  }

  /** The cursor of a position in the caller's own encoding. */
  public String create(UUID tenantId, String purpose, byte[] position) {
    CursorKey key = keys.getFirst();
    byte[] mac = mac(key, tenantId, purpose, position);
    ByteBuffer cursor = ByteBuffer.allocate(1 + position.length + MAC_LENGTH);
    cursor.put((byte) key.id()).put(position).put(mac);
    return ENCODER.encodeToString(cursor.array());
  }

  /**
   * The position in a cursor.
   *
   * @throws ProblemException {@code invalid_cursor} at the pointer, when altered or of another
   *     tenant or purpose
   */
  public byte[] read(UUID tenantId, String purpose, String cursor, String pointer) {
    byte[] bytes = decoded(cursor);
    if (bytes == null || bytes.length <= MAC_LENGTH) {
      throw invalid(pointer);
    }
    byte[] position = Arrays.copyOfRange(bytes, 1, bytes.length - MAC_LENGTH);
    byte[] mac = Arrays.copyOfRange(bytes, bytes.length - MAC_LENGTH, bytes.length);
    if (keys.stream()
        .filter(key -> key.id() == (bytes[0] & 0xff))
        .noneMatch(key -> MessageDigest.isEqual(mac, mac(key, tenantId, purpose, position)))) {
      throw invalid(pointer);
    }
    return position;
  }

  /** Accepts the canonical spelling only: unused bits of the last character could vary. */
  private static byte @Nullable [] decoded(String cursor) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(cursor);
      return ENCODER.encodeToString(bytes).equals(cursor) ? bytes : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static byte[] mac(CursorKey key, UUID tenantId, String purpose, byte[] position) {
    Mac mac = key.hmac().start();
    mac.update((tenantId + " " + purpose + "\0").getBytes(StandardCharsets.UTF_8));
    return Arrays.copyOf(mac.doFinal(position), MAC_LENGTH);
  }

  public static ProblemException invalid(String pointer) {
    String in = pointer.startsWith("/query/") ? "query" : "body";
    String message = "is no cursor of this list, or no longer one";
    FieldError error = new FieldError(pointer, in, "invalid_cursor", message, null, Map.of());
    return new ProblemException(
        Problem.of(
            ProblemCode.INVALID_CURSOR,
            "The cursor was altered, belongs to another list, or has expired.",
            error));
  }
}
