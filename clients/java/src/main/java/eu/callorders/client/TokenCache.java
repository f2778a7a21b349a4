package eu.callorders.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an access token and renews it early: one thread requests the next token while the others
 * use the present one.
 */
final class TokenCache {
  /** The part of its life after which a token is renewed. */
  private static final double RENEWED_AFTER = 0.8;

  private static final long LOCK_SECONDS = 60;

  private final Supplier<GrantedToken> issuer;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable CachedToken current;

  TokenCache(Supplier<GrantedToken> issuer, LongSupplier nanoTime) {
    this.issuer = issuer;
    this.nanoTime = nanoTime;
  }

  /** A response of the issuer. */
  record GrantedToken(String value, Duration lifetime) {
    @Override
    public String toString() {
      return "GrantedToken[" + lifetime + "]";
    }
  }

  private record CachedToken(String value, long renewAt, long endsAt) {
    @Override
    public String toString() {
      return "CachedToken[" + renewAt + "]";
    }
  }

  /** A token that is valid now. */
  String token() throws InterruptedException {
    CachedToken known = current;
    long now = nanoTime.getAsLong();
    if (known != null && now - known.renewAt() < 0) {
      return known.value();
    }
    boolean usable = known != null && now - known.endsAt() < 0;
    if (usable ? !lock.tryLock() : !lock.tryLock(LOCK_SECONDS, TimeUnit.SECONDS)) {
      if (known != null && usable) {
        return known.value(); // another thread renews it
      }
      throw new IllegalStateException("no token within " + LOCK_SECONDS + " s");
    }
    try {
      CachedToken renewed = current;
      return renewed != null && !renewed.equals(known)
          ? renewed.value()
          : renew(now, usable ? known : null);
    } finally {
      lock.unlock();
    }
  }

  /** While the old token is valid, a failure to renew it fails no request. */
  private String renew(long now, @Nullable CachedToken usable) {
    try {
      GrantedToken granted = issuer.get();
      long lifetime = granted.lifetime().toNanos();
      current =
          new CachedToken(granted.value(), now + (long) (lifetime * RENEWED_AFTER), now + lifetime);
      return granted.value();
    } catch (RuntimeException e) {
      if (usable == null) {
        throw e;
      }
      return usable.value();
    }
  }

  /** Drops a token that the service has refused. */
  void drop(String refused) {
    CachedToken known = current;
    if (known != null && known.value().equals(refused)) {
      current = null;
    }
  }
}
