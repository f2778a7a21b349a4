package eu.callorders.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an access token and renews it early: one thread requests the next token while the others
 * use the present one.
 */
final class TokenCache implements TokenSource {
  /** The part of its life after which a token is renewed. */
  private static final double RENEWED_AFTER = 0.8;

  private static final long LOCK_SECONDS = 60;

  /** The wait after a renewal that failed: refused attempts lock the registration. */
  private static final long RENEWAL_PAUSE = TimeUnit.SECONDS.toNanos(10);

  /** Requests a token. */
  @FunctionalInterface
  interface Issuer {
    GrantedToken request() throws InterruptedException;
  }

  private final Issuer issuer;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable CachedToken current;

  TokenCache(Issuer issuer, LongSupplier nanoTime) {
    this.issuer = issuer;
    this.nanoTime = nanoTime;
  }

  private record CachedToken(String value, long renewAt, long endsAt) {
    @Override
    public String toString() {
      return "CachedToken[" + renewAt + "]";
    }
  }

  @Override
  public String token() throws InterruptedException {
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
  private String renew(long now, @Nullable CachedToken usable) throws InterruptedException {
    try {
      GrantedToken granted = issuer.request();
      long lifetime = granted.lifetime().toNanos();
      current =
          new CachedToken(granted.value(), now + (long) (lifetime * RENEWED_AFTER), now + lifetime);
      return granted.value();
    } catch (RuntimeException e) {
      if (usable == null) {
        throw e;
      }
      if (usable.equals(current)) {
        current = new CachedToken(usable.value(), now + RENEWAL_PAUSE, usable.endsAt());
      }
      return usable.value();
    }
  }

  @Override
  public void drop(String refused) {
    CachedToken known = current;
    if (known != null && known.value().equals(refused)) {
      current = null;
    }
  }
}
