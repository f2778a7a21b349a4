package eu.callorders.console.connect;

import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
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
  private final SecretStore secrets;

  /**
   * Secrets of a profile.
   *
   * @param adminToken empty if there is none
   */
  record ProfileSecrets(String secret, String adminToken) {}

  ProfileStore(BackgroundExecutor background, ProfilesFile profiles, SecretStore secrets) {
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
    return secrets.isAvailable();
  }

  /** Reads the stored secrets; calls back only if there are any. */
  void loadSecrets(String name, Consumer<ProfileSecrets> found) {
    if (canStoreSecrets()) {
      background.run(() -> readSecrets(name), loaded -> loaded.ifPresent(found), ignored -> {});
    }
  }

  private Optional<ProfileSecrets> readSecrets(String name) {
    return secrets
        .find(name)
        .map(secret -> new ProfileSecrets(secret, secrets.find(name + ADMINISTRATION).orElse("")));
  }

  void storeSecrets(String name, ProfileSecrets profileSecrets) {
    runInBackground(
        () -> {
          secrets.store(name, profileSecrets.secret());
          if (!profileSecrets.adminToken().isEmpty()) {
            secrets.store(name + ADMINISTRATION, profileSecrets.adminToken());
          }
        });
  }

  void deleteSecrets(String name) {
    runInBackground(
        () -> {
          secrets.delete(name);
          secrets.delete(name + ADMINISTRATION);
        });
  }

  private void runInBackground(Runnable change) {
    if (canStoreSecrets()) {
      background.run(
          () -> {
            change.run();
            return true;
          },
          ignored -> {},
          ignored -> {});
    }
  }

  /**
   * Updates the stored profile when the operator signs in with other credentials.
   *
   * @param withSecrets whether the secrets are stored too
   */
  Session.CredentialsListener credentialsListener(String name, boolean withSecrets) {
    return (clientId, secret) -> {
      if (!clientId.isEmpty()) {
        find(name).ifPresent(profile -> save(profile.withClientId(clientId)));
      }
      if (withSecrets && !secret.isEmpty() && !secrets.store(name, secret)) {
        secrets.delete(name); // the stored secret is outdated
      }
    };
  }
}
