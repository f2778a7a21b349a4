package eu.callorders.console.connect;

import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Work;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** Choosing a profile, filling in what is missing, connecting. */
final class ConnectViewModel {
  private final ObservableList<String> profiles = FXCollections.observableArrayList();
  private final ObjectProperty<@Nullable String> chosen = new SimpleObjectProperty<>();
  private final StringProperty name = new SimpleStringProperty("");
  private final StringProperty base = new SimpleStringProperty("");
  private final StringProperty issuer = new SimpleStringProperty("");
  private final StringProperty administration = new SimpleStringProperty("");
  private final StringProperty clientId = new SimpleStringProperty("");
  private final StringProperty secret = new SimpleStringProperty("");
  private final StringProperty adminToken = new SimpleStringProperty("");
  private final BooleanProperty keep = new SimpleBooleanProperty();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final BooleanBinding ready =
      Bindings.createBooleanBinding(
          () -> profile().isPresent() && !secret.get().isBlank(),
          name,
          base,
          issuer,
          administration,
          clientId,
          secret);

  private final Background background;
  private final SessionOpening opening;
  private final Profiles stored;
  private final Secrets secrets;
  private final Optional<DemoProfile> demo;
  private final Consumer<Session> connected;
  private @Nullable Work connecting;

  ConnectViewModel(
      Background background,
      SessionOpening opening,
      Profiles stored,
      Secrets secrets,
      Optional<DemoProfile> demo,
      Consumer<Session> connected) {
    this.background = background;
    this.opening = opening;
    this.stored = stored;
    this.secrets = secrets;
    this.demo = demo;
    this.connected = connected;
    chosen.addListener((ignored, before, now) -> fill(now));
    list();
    if (!profiles.isEmpty()) {
      chosen.set(profiles.getFirst());
    }
  }

  /** The demo on this machine first, then those that the operator has kept. */
  private void list() {
    demo.ifPresent(found -> profiles.add(found.profile().name()));
    stored.all().stream()
        .map(Profile::name)
        .filter(it -> !profiles.contains(it))
        .forEach(profiles::add);
  }

  private void fill(@Nullable String profileName) {
    failure.set(null);
    if (profileName == null) {
      fill(new Profile("", URI.create(""), URI.create(""), Optional.empty(), ""), "", "");
      return;
    }
    Optional<DemoProfile> local = demo.filter(it -> it.profile().name().equals(profileName));
    if (local.isPresent()) {
      fill(local.get().profile(), local.get().secret(), local.get().adminToken());
      return;
    }
    stored.all().stream()
        .filter(it -> it.name().equals(profileName))
        .forEach(
            it -> {
              fill(it, "", "");
              recall(it.name());
            });
  }

  private void fill(Profile profile, String itsSecret, String itsAdminToken) {
    name.set(profile.name());
    base.set(profile.base().toString());
    issuer.set(profile.issuer().toString());
    administration.set(profile.administration().map(URI::toString).orElse(""));
    clientId.set(profile.clientId());
    secret.set(itsSecret);
    adminToken.set(itsAdminToken);
  }

  /** The key store may ask the operator first, so it is not waited for. */
  private void recall(String profileName) {
    if (secrets.areKept()) {
      background.run(
          () ->
              List.of(
                  secrets.find(profileName).orElse(""),
                  secrets.find(profileName + " (administration)").orElse("")),
          found -> {
            if (profileName.equals(chosen.get())) {
              secret.set(found.getFirst());
              adminToken.set(found.getLast());
            }
          },
          ignored -> {});
    }
  }

  /** A form that belongs to no profile yet. */
  void startNew() {
    chosen.set(null);
  }

  /** Forgets the chosen profile and its secrets. */
  void remove() throws IOException {
    String gone = chosen.get();
    if (gone != null && !isDemo()) {
      stored.remove(gone);
      background.run(
          () -> {
            secrets.forget(gone);
            secrets.forget(gone + " (administration)");
            return gone;
          },
          ignored -> {},
          ignored -> {});
      profiles.remove(gone);
    }
  }

  boolean isDemo() {
    return demo.map(it -> it.profile().name().equals(chosen.get())).orElse(false);
  }

  void connect() {
    profile()
        .filter(ignored -> !busy.get())
        .ifPresent(
            profile -> {
              busy.set(true);
              failure.set(null);
              String itsSecret = secret.get().strip();
              String itsToken = adminToken.get().strip();
              connecting =
                  background.run(
                      () -> opening.open(profile, itsSecret, itsToken),
                      session -> arrived(profile, itsSecret, itsToken, session),
                      this::failed);
            });
  }

  void cancel() {
    if (connecting != null) {
      connecting.cancel();
    }
    busy.set(false);
  }

  private void arrived(Profile profile, String itsSecret, String itsToken, Session session) {
    busy.set(false);
    if (!isDemo()) {
      background.run(
          () -> {
            keep(profile, itsSecret, itsToken);
            return profile;
          },
          ignored -> {},
          ignored -> {});
    }
    connected.accept(session);
  }

  private void keep(Profile profile, String itsSecret, String itsToken) {
    try {
      stored.keep(profile);
    } catch (IOException e) {
      System.getLogger(ConnectViewModel.class.getName())
          .log(System.Logger.Level.WARNING, "the profile could not be kept", e);
    }
    if (keep.get()) {
      secrets.keep(profile.name(), itsSecret);
      if (!itsToken.isEmpty()) {
        secrets.keep(profile.name() + " (administration)", itsToken);
      }
    }
  }

  private void failed(Failure why) {
    busy.set(false);
    failure.set(why);
  }

  /** What is filled in, when it is enough. */
  private Optional<Profile> profile() {
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
    } catch (java.net.URISyntaxException e) {
      return Optional.empty();
    }
  }

  ObservableList<String> profiles() {
    return profiles;
  }

  ObjectProperty<@Nullable String> chosen() {
    return chosen;
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

  BooleanProperty keep() {
    return keep;
  }

  boolean canKeep() {
    return secrets.areKept();
  }

  /** Whether enough is filled in. */
  BooleanBinding ready() {
    return ready;
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
