package eu.callorders.client;

/** Provides the tokens of requests. */
public interface TokenSource {
  /** A token that is valid for the next request. */
  String token() throws InterruptedException;

  /** Drops a token that the service has refused; {@link #token} then returns another one. */
  void drop(String refused);

  /** A constant token, which is never replaced. */
  static TokenSource fixed(String token) {
    return new TokenSource() {
      @Override
      public String token() {
        return token;
      }

      @Override
      public void drop(String refused) {}
    };
  }
}
