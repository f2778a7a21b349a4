package eu.callorders.console.api;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/** Where the token of a request comes from. */
interface TokenSource {

  /** A token that is good for the next request at least. */
  String token() throws ApiException;

  /** A fresh token is not accepted either: there is no use in asking for more. */
  default void refused() {}

  /**
   * Forgets a token that was not accepted.
   *
   * @return whether there is another one to be had
   */
  boolean discard(String token);

  /**
   * Takes others in place of the credentials that are refused, where there are any to take.
   *
   * @param clientId empty for the one so far
   * @param secret empty for the one so far
   */
  default void signIn(String clientId, String secret) throws ApiException {
    throw new ApiException(new Failure.WrongCredentials());
  }

  /** Tells of what each token allows, from the next one on, on the thread that has asked for it. */
  default void listen(Consumer<AccessToken> listener) {}

  /** What time it is where the tokens are from. */
  default Instant now(InstantSource here) {
    return here.instant();
  }

  /** The same token for good, as the administration has one. */
  static TokenSource fixed(String token) {
    return new TokenSource() {
      @Override
      public String token() {
        return token;
      }

      @Override
      public boolean discard(String refused) {
        return false;
      }
    };
  }
}
