package eu.callorders.console.connect;

import eu.callorders.console.work.BackgroundExecutor;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The profiles, and their secrets in the system's key store if the operator agreed. A key store may
 * prompt the operator or hang, so it is used in the background and its failures are ignored.
 */
final class ProfileStore {
  private static final Logger LOG = System.getLogger(ProfileStore.class.getName());
  private static final String ADMINISTRATION = " (administration)";

  private final BackgroundExecutor background;
  private final ProfilesFile profiles;
  private final Optional<SecretStore> secrets;

  /** The secrets of a profile; the token is empty without an administration. */
  record ProfileSecrets(String secret, String adminToken) {}

  ProfileStore(
      BackgroundExecutor background, ProfilesFile profiles, Optional<SecretStore> secrets) {
    this.background = background;
    this.profiles = profiles;
    this.secrets = secrets;
  }

  List<String> names() {
    return profiles.all().stream().map(Profile::name).toList();
  }

  Optional<Profile> find(String name) {
    return profiles.all().stream().filter(profile -> profile.name().equals(name)).findFirst();
  }

  /** Replaces the profile with the same name. */
  void save(Profile profile) {
    try {
      profiles.save(profile);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "saving the profile failed", e);
    }
  }

  void remove(String name) throws IOException {
    profiles.remove(name);
    deleteSecrets(name);
  }

  /** Whether this system has a key store. */
  boolean canStoreSecrets() {
    return secrets.isPresent();
  }

  /** Reads the stored secrets; calls back only if there are any. */
  void loadSecrets(String name, Consumer<ProfileSecrets> found) {
    secrets.ifPresent(
        store ->
            background.run(
                () -> readSecrets(store, name), loaded -> loaded.ifPresent(found), ignored -> {}));
  }

  private static Optional<ProfileSecrets> readSecrets(SecretStore store, String name) {
    return store
        .find(name)
        .map(secret -> new ProfileSecrets(secret, store.find(name + ADMINISTRATION).orElse("")));
  }

  void storeSecrets(String name, ProfileSecrets profileSecrets) {
    runInBackground(
        store -> {
          store.store(name, profileSecrets.secret());
          if (!profileSecrets.adminToken().isEmpty()) {
            store.store(name + ADMINISTRATION, profileSecrets.adminToken());
          }
        });
  }

  void deleteSecrets(String name) {
    runInBackground(
        store -> {
          store.delete(name);
          store.delete(name + ADMINISTRATION);
        });
  }

  private void runInBackground(Consumer<SecretStore> change) {
    secrets.ifPresent(
        store ->
            background.run(
                () -> {
                  change.accept(store);
                  return true;
                },
                ignored -> {},
                ignored -> {}));
  }

  /**
   * Updates the stored profile when the operator signs in with other credentials.
   *
   * @param withSecrets whether the secrets are stored too
   */
  BiConsumer<String, String> credentialsListener(String name, boolean withSecrets) {
    return (clientId, secret) -> {
      if (!clientId.isEmpty()) {
        find(name)
            .ifPresent(
                it ->
                    save(new Profile(name, it.base(), it.issuer(), it.administration(), clientId)));
      }
      if (withSecrets && !secret.isEmpty()) {
        secrets
            .filter(store -> !store.store(name, secret))
            .ifPresent(store -> store.delete(name)); // the stored secret is outdated
      }
    };
  }
}
