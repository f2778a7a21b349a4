package eu.callorders.console.api;

/** Where the token of a request comes from. */
interface Bearer {

  /** A token that is good for the next request at least. */
  String token() throws ApiException;

  /**
   * Forgets a token that was not accepted.
   *
   * @return whether there is another one to be had
   */
  boolean discard(String token);

  /** The same token for good, as the administration has one. */
  static Bearer fixed(String token) {
    return new Bearer() {
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
