package eu.callorders.client;

import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.api.UnreachableException.Reason;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(60);

  /** The wait after a renewal that failed: refused attempts lock the registration. */
  private static final long RENEWAL_PAUSE = TimeUnit.SECONDS.toNanos(10);

  /** How long threads share a refusal that does not say when to try again. */
  private static final long REFUSAL_PAUSE = TimeUnit.SECONDS.toNanos(5);

  private static final int REFUSED = 400;
  private static final int FAILED = 500;

  /** Requests a token. */
  @FunctionalInterface
  interface Issuer {
    GrantedToken request() throws InterruptedException;
  }

  private final Issuer issuer;
  private final LongSupplier nanoTime;
  private final Duration lockTimeout;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable CachedToken current;
  private volatile @Nullable CachedRefusal refusal;

  TokenCache(Issuer issuer, LongSupplier nanoTime) {
    this(issuer, nanoTime, LOCK_TIMEOUT);
  }

  /**
   * @param lockTimeout how long a thread without a token waits for the one that requests it
   */
  TokenCache(Issuer issuer, LongSupplier nanoTime, Duration lockTimeout) {
    this.issuer = issuer;
    this.nanoTime = nanoTime;
    this.lockTimeout = lockTimeout;
  }

  private record CachedToken(String value, long renewAt, long endsAt) {
    @Override
    public String toString() {
      return "CachedToken[" + renewAt + "]";
    }
  }

  private record CachedRefusal(ApiException cause, long endsAt) {}

  @Override
  public String token() throws InterruptedException {
    CachedToken known = current;
    long now = nanoTime.getAsLong();
    if (known != null && now - known.renewAt() < 0) {
      return known.value();
    }
    boolean usable = known != null && now - known.endsAt() < 0;
    if (usable ? !lock.tryLock() : !lock.tryLock(lockTimeout.toNanos(), TimeUnit.NANOSECONDS)) {
      if (known != null && usable) {
        return known.value(); // another thread renews it
      }
      String message = "no token within " + lockTimeout.toSeconds() + " s";
      throw new UnreachableException(Reason.TIMEOUT, message, new TimeoutException(message));
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
      GrantedToken granted = request(now);
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

  /** Threads that waited for a token share its refusal: one request each locks the registration. */
  private GrantedToken request(long now) throws InterruptedException {
    CachedRefusal last = refusal;
    if (last != null && now - last.endsAt() < 0) {
      throw last.cause();
    }
    try {
      return issuer.request();
    } catch (ApiException e) {
      if (e.status() >= REFUSED && e.status() < FAILED) {
        long pause = e.retryAfter().map(Duration::toNanos).orElse(REFUSAL_PAUSE);
        refusal = new CachedRefusal(e, now + pause);
      }
      throw e;
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
