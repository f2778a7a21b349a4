package eu.callorders.console.api;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/** Provides the token of a request. */
interface TokenSource {

  /** A token that is valid at least for the next request. */
  String token() throws ApiException;

  /** The latest token, perhaps expired, without a request; empty without accepted credentials. */
  String latest();

  /** A new token is rejected too: stops requesting tokens. */
  default void reject() {}

  /** Discards a rejected token; returns whether another one can be requested. */
  boolean discard(String token);

  /** Replaces rejected credentials, if supported; empty ones stay as they are. */
  default void signIn(String clientId, String secret) throws ApiException {
    throw new ApiException(new Failure.WrongCredentials());
  }

  /** Called with each new token, on the thread that requested it. */
  default void listen(Consumer<AccessToken> listener) {}

  /** The time of the token issuer. */
  default Instant now(InstantSource here) {
    return here.instant();
  }

  /** A constant token, as for the administration. */
  static TokenSource fixed(String token) {
    return new TokenSource() {
      @Override
      public String token() {
        return token;
      }

      @Override
      public String latest() {
        return token;
      }

      @Override
      public boolean discard(String refused) {
        return false;
      }
    };
  }
}
