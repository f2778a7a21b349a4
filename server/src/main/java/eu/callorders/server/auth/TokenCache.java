package eu.callorders.server.auth;

import eu.callorders.server.auth.TokenVerification.Valid;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Verified tokens with their key ids, by SHA-256 of their text. */
final class TokenCache {
  private final Map<ByteBuffer, Valid> tokens = new ConcurrentHashMap<>();
  private final int capacity;

  TokenCache(int capacity) {
    this.capacity = capacity;
  }

  /** The token, unless it has expired or its key is no longer published. */
  Optional<AccessToken> find(String text, Instant now, Predicate<String> published) {
    return Optional.ofNullable(tokens.get(key(text)))
        .filter(cached -> !cached.token().isExpiredAt(now) && published.test(cached.kid()))
        .map(Valid::token);
  }

  /** Stores a verified token. A full cache drops expired tokens, or else all. */
  void put(String text, Valid verified, Instant now) {
    if (tokens.size() >= capacity) {
      tokens.values().removeIf(cached -> cached.token().isExpiredAt(now));
      if (tokens.size() >= capacity) {
        tokens.clear();
      }
    }
    tokens.put(key(text), verified);
  }

  void clear() {
    tokens.clear();
  }

  int size() {
    return tokens.size();
  }

  private static ByteBuffer key(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
