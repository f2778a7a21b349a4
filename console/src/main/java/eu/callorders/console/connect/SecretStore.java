package eu.callorders.console.connect;

import java.util.Optional;

/** The key store of the system; without one, the operator types the secrets. */
interface SecretStore {
  /** Whether secrets can be stored on this system. */
  boolean isAvailable();

  /** Reads a secret; may prompt the operator to unlock the store. */
  Optional<String> find(String name);

  /** Returns whether the secret was stored. */
  boolean store(String name, String secret);

  void delete(String name);

  /** Stores nothing. */
  static SecretStore none() {
    return new SecretStore() {
      @Override
      public boolean isAvailable() {
        return false;
      }

      @Override
      public Optional<String> find(String name) {
        return Optional.empty();
      }

      @Override
      public boolean store(String name, String secret) {
        return false;
      }

      @Override
      public void delete(String name) {}
    };
  }
}
