package eu.callorders.server.auth;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Tokens that were verified before, by SHA-256 of their text, until they expire. */
final class TokenCache {
  private final Map<ByteBuffer, AccessToken> tokens = new ConcurrentHashMap<>();
  private final int capacity;

  TokenCache(int capacity) {
    this.capacity = capacity;
  }

  Optional<AccessToken> find(String text, Instant now) {
    return Optional.ofNullable(tokens.get(key(text))).filter(token -> !token.expiredAt(now));
  }

  /** Keeps a verified token. When the cache is full, the expired ones go, and if need be all. */
  void put(String text, AccessToken token, Instant now) {
    if (tokens.size() >= capacity) {
      tokens.values().removeIf(known -> known.expiredAt(now));
      if (tokens.size() >= capacity) {
        tokens.clear();
      }
    }
    tokens.put(key(text), token);
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
