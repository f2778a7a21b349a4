package eu.callorders.console.connect;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** What an operator fills in to connect, and what it amounts to. */
final class ConnectForm {
  private final StringProperty name = new SimpleStringProperty("");
  private final StringProperty base = new SimpleStringProperty("");
  private final StringProperty issuer = new SimpleStringProperty("");
  private final StringProperty administration = new SimpleStringProperty("");
  private final StringProperty clientId = new SimpleStringProperty("");
  private final StringProperty secret = new SimpleStringProperty("");
  private final StringProperty adminToken = new SimpleStringProperty("");
  private final BooleanBinding ready =
      Bindings.createBooleanBinding(
          () -> profile().isPresent() && !secret.get().isBlank(),
          name,
          base,
          issuer,
          administration,
          clientId,
          secret);

  /** Nothing is filled in any more. */
  void clear() {
    fill(new Profile("", URI.create(""), URI.create(""), Optional.empty(), ""), "", "");
  }

  void fill(Profile profile, String itsSecret, String itsAdminToken) {
    name.set(profile.name());
    base.set(profile.base().toString());
    issuer.set(profile.issuer().toString());
    administration.set(profile.administration().map(URI::toString).orElse(""));
    clientId.set(profile.clientId());
    secret.set(itsSecret);
    adminToken.set(itsAdminToken);
  }

  /** Fills in secrets where nobody has typed any meanwhile. */
  void offer(String itsSecret, String itsAdminToken) {
    if (secret.get().isEmpty() && adminToken.get().isEmpty()) {
      secret.set(itsSecret);
      adminToken.set(itsAdminToken);
    }
  }

  /** What is filled in, when it is enough. */
  Optional<Profile> profile() {
    Optional<URI> baseUrl = address(base.get());
    if (name.get().isBlank() || clientId.get().isBlank() || baseUrl.isEmpty()) {
      return Optional.empty();
    }
    boolean own = !issuer.get().isBlank();
    Optional<URI> issuerUrl = own ? address(issuer.get()) : baseUrl;
    boolean admin = !administration.get().isBlank();
    Optional<URI> adminUrl = admin ? address(administration.get()) : Optional.empty();
    return issuerUrl
        .filter(ignored -> !admin || adminUrl.isPresent())
        .map(
            url ->
                new Profile(
                    name.get().strip(), baseUrl.get(), url, adminUrl, clientId.get().strip()));
  }

  /** Without a slash at the end and without {@code /v1}, which people copy along. */
  static Optional<URI> address(String text) {
    String bare = text.strip().replaceFirst("/+$", "").replaceFirst("/v1$", "");
    try {
      URI uri = new URI(bare);
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      return web && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /** Whether enough is filled in. */
  BooleanBinding ready() {
    return ready;
  }

  StringProperty name() {
    return name;
  }

  StringProperty base() {
    return base;
  }

  StringProperty issuer() {
    return issuer;
  }

  StringProperty administration() {
    return administration;
  }

  StringProperty clientId() {
    return clientId;
  }

  StringProperty secret() {
    return secret;
  }

  StringProperty adminToken() {
    return adminToken;
  }
}
