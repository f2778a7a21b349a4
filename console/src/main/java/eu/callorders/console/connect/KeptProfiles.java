package eu.callorders.console.connect;

import eu.callorders.console.session.Session;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * The operator's profiles, and in the key store of the system the secrets of those for which that
 * is wanted. A key store has its own time: nothing here is for the thread that draws, but names and
 * profiles.
 */
final class KeptProfiles {
  private static final Logger LOG = System.getLogger(KeptProfiles.class.getName());
  private static final String ADMINISTRATION = " (administration)";

  private final Profiles profiles;
  private final Secrets secrets;

  /**
   * What a profile connects with.
   *
   * @param adminToken empty when there is none
   */
  record Keys(String secret, String adminToken) {}

  KeptProfiles(Profiles profiles, Secrets secrets) {
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
  }

  /** Whether keys can be kept here at all. */
  boolean canKeepKeys() {
    return secrets.areKept();
  }

  /** The keys that are kept, when the secret is among them. */
  Optional<Keys> keys(String name) {
    return secrets
        .find(name)
        .map(secret -> new Keys(secret, secrets.find(name + ADMINISTRATION).orElse("")));
  }

  void keepKeys(String name, Keys keys) {
    secrets.keep(name, keys.secret());
    if (!keys.adminToken().isEmpty()) {
      secrets.keep(name + ADMINISTRATION, keys.adminToken());
    }
  }

  void forgetKeys(String name) {
    secrets.forget(name);
    secrets.forget(name + ADMINISTRATION);
  }

  /**
   * Goes on keeping a profile when other credentials take over: the next start connects with them.
   *
   * @param withKeys whether its keys are kept too
   */
  Session.Successor following(String name, boolean withKeys) {
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
