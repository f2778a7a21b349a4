package eu.callorders.console.connect;

import java.util.Optional;

/** The key store of the system, or none: then secrets are asked for each time. */
interface SecretStore {
  /** Whether secrets can be kept here at all. */
  boolean areKept();

  /**
   * Reads a secret; may ask the operator to unlock the store.
   *
   * @param name what it was kept under
   */
  Optional<String> find(String name);

  /** Whether it is kept now. */
  boolean keep(String name, String secret);

  void forget(String name);

  /** Keeps nothing. */
  static SecretStore none() {
    return new SecretStore() {
      @Override
      public boolean areKept() {
        return false;
      }

      @Override
      public Optional<String> find(String name) {
        return Optional.empty();
      }

      @Override
      public boolean keep(String name, String secret) {
        return false;
      }

      @Override
      public void forget(String name) {}
    };
  }
}
