package eu.callorders.console.connect;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** The input of the connect window. */
final class ConnectForm {
  final StringProperty name = new SimpleStringProperty("");
  final StringProperty base = new SimpleStringProperty("");
  final StringProperty issuer = new SimpleStringProperty("");
  final StringProperty administration = new SimpleStringProperty("");
  final StringProperty clientId = new SimpleStringProperty("");
  final StringProperty secret = new SimpleStringProperty("");
  final StringProperty adminToken = new SimpleStringProperty("");

  /** Whether the input is complete. */
  final BooleanBinding complete =
      Bindings.createBooleanBinding(
          () -> profile().isPresent() && !secret.get().isBlank(),
          name,
          base,
          issuer,
          administration,
          clientId,
          secret);

  void clear() {
    fill(new Profile("", URI.create(""), URI.create(""), Optional.empty(), ""), "", "");
  }

  void fill(Profile profile, String profileSecret, String profileAdminToken) {
    name.set(profile.name());
    base.set(profile.base().toString());
    issuer.set(profile.issuer().toString());
    administration.set(profile.administration().map(URI::toString).orElse(""));
    clientId.set(profile.clientId());
    secret.set(profileSecret);
    adminToken.set(profileAdminToken);
  }

  /** Fills in the stored secrets unless the operator has typed some. */
  void fillSecrets(String storedSecret, String storedAdminToken) {
    if (secret.get().isEmpty() && adminToken.get().isEmpty()) {
      secret.set(storedSecret);
      adminToken.set(storedAdminToken);
    }
  }

  /** Empty while the input is incomplete. */
  Optional<Profile> profile() {
    Optional<URI> baseUrl = address(base.get());
    if (name.get().isBlank() || clientId.get().isBlank() || baseUrl.isEmpty()) {
      return Optional.empty();
    }
    boolean hasIssuer = !issuer.get().isBlank();
    Optional<URI> issuerUrl = hasIssuer ? address(issuer.get()) : baseUrl;
    boolean hasAdministration = !administration.get().isBlank();
    Optional<URI> adminUrl = hasAdministration ? address(administration.get()) : Optional.empty();
    return issuerUrl
        .filter(ignored -> !hasAdministration || adminUrl.isPresent())
        .map(
            url ->
                new Profile(
                    name.get().strip(), baseUrl.get(), url, adminUrl, clientId.get().strip()));
  }

  /** Removes trailing slashes and {@code /v1}, which is often copied along. */
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
}
