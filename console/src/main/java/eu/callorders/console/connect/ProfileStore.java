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
 * The operator's profiles, and in the key store of the system the keys of those for which that is
 * wanted. A key store may ask the operator first, or never answer: nobody waits for it, and its
 * troubles stop nobody.
 */
final class ProfileStore {
  private static final Logger LOG = System.getLogger(ProfileStore.class.getName());
  private static final String ADMINISTRATION = " (administration)";

  private final BackgroundExecutor background;
  private final ProfilesFile profiles;
  private final SecretStore secrets;

  /**
   * What a profile connects with.
   *
   * @param adminToken empty when there is none
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

  /** Keeps it in the place of the one with the same name. */
  void keep(Profile profile) {
    try {
      profiles.keep(profile);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "the profile could not be kept", e);
    }
  }

  void remove(String name) throws IOException {
    profiles.remove(name);
    forgetKeys(name);
  }

  /** Whether keys can be kept here at all. */
  boolean canKeepKeys() {
    return secrets.areKept();
  }

  /** Hears of the keys that are kept, when the secret is among them. */
  void recall(String name, Consumer<ProfileSecrets> found) {
    if (canKeepKeys()) {
      background.run(() -> keys(name), keys -> keys.ifPresent(found), ignored -> {});
    }
  }

  private Optional<ProfileSecrets> keys(String name) {
    return secrets
        .find(name)
        .map(secret -> new ProfileSecrets(secret, secrets.find(name + ADMINISTRATION).orElse("")));
  }

  void keepKeys(String name, ProfileSecrets keys) {
    aside(
        () -> {
          secrets.keep(name, keys.secret());
          if (!keys.adminToken().isEmpty()) {
            secrets.keep(name + ADMINISTRATION, keys.adminToken());
          }
        });
  }

  void forgetKeys(String name) {
    aside(
        () -> {
          secrets.forget(name);
          secrets.forget(name + ADMINISTRATION);
        });
  }

  private void aside(Runnable change) {
    if (canKeepKeys()) {
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
   * Goes on keeping a profile when other credentials take over: the next start connects with them.
   *
   * @param withKeys whether its keys are kept too
   */
  Session.CredentialsListener following(String name, boolean withKeys) {
    return (clientId, secret) -> {
      if (!clientId.isEmpty()) {
        find(name).ifPresent(profile -> keep(profile.as(clientId)));
      }
      if (withKeys && !secret.isEmpty() && !secrets.keep(name, secret)) {
        secrets.forget(name); // the one so far would only be a wrong one
      }
    };
  }
}
