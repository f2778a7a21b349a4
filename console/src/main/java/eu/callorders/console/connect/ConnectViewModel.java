package eu.callorders.console.connect;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Work;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** Choosing a profile, filling in what is missing, connecting. */
final class ConnectViewModel {
  private static final Logger LOG = System.getLogger(ConnectViewModel.class.getName());
  private static final String ADMINISTRATION = " (administration)";

  private final ObservableList<String> profiles = FXCollections.observableArrayList();
  private final ObjectProperty<@Nullable String> chosen = new SimpleObjectProperty<>();
  private final ConnectForm form = new ConnectForm();
  private final BooleanProperty keep = new SimpleBooleanProperty();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();

  private final Background background;
  private final SessionOpening opening;
  private final Profiles stored;
  private final Secrets secrets;
  private final Optional<DemoProfile> demo;
  private final Consumer<Session> connected;
  private @Nullable Work connecting;
  private boolean recalled;

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
    keep.set(false);
    recalled = false;
    Optional<DemoProfile> local = demo.filter(it -> it.profile().name().equals(profileName));
    if (local.isPresent()) {
      form.fill(local.get().profile(), local.get().secret(), local.get().adminToken());
      return;
    }
    form.clear();
    stored.all().stream()
        .filter(it -> it.name().equals(profileName))
        .forEach(
            it -> {
              form.fill(it, "", "");
              recall(it.name());
            });
  }

  /** The key store may ask the operator first, or never answer, so it is not waited for. */
  private void recall(String profileName) {
    if (secrets.areKept()) {
      background.run(
          () ->
              List.of(
                  secrets.find(profileName).orElse(""),
                  secrets.find(profileName + ADMINISTRATION).orElse("")),
          found -> {
            if (profileName.equals(chosen.get()) && !found.getFirst().isEmpty()) {
              form.offer(found.getFirst(), found.getLast());
              recalled = true;
              keep.set(true);
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
      forget(gone);
      profiles.remove(gone);
    }
  }

  private void forget(String profileName) {
    aside(
        () -> {
          secrets.forget(profileName);
          secrets.forget(profileName + ADMINISTRATION);
        });
  }

  boolean isDemo() {
    return demo.map(it -> it.profile().name().equals(chosen.get())).orElse(false);
  }

  void connect() {
    form.profile().filter(ignored -> !busy.get()).ifPresent(this::connect);
  }

  private void connect(Profile profile) {
    busy.set(true);
    failure.set(null);
    String secret = form.secret().get().strip();
    String token = form.adminToken().get().strip();
    boolean kept = !isDemo();
    connecting =
        background.run(
            () -> open(profile, secret, token, kept),
            session -> arrived(profile, secret, token, session),
            this::failed);
  }

  /** The profile is written down before anybody goes on, so that nothing is under way later. */
  private Session open(Profile profile, String secret, String token, boolean kept)
      throws ApiException {
    Session session = opening.open(profile, secret, token);
    if (kept) {
      try {
        stored.keep(profile);
      } catch (IOException e) {
        LOG.log(Level.WARNING, "the profile could not be kept", e);
      }
    }
    return session;
  }

  void cancel() {
    if (connecting != null) {
      connecting.cancel();
    }
    busy.set(false);
  }

  private void arrived(Profile profile, String secret, String token, Session session) {
    busy.set(false);
    if (!isDemo() && keep.get()) {
      aside(
          () -> {
            secrets.keep(profile.name(), secret);
            if (!token.isEmpty()) {
              secrets.keep(profile.name() + ADMINISTRATION, token);
            }
          });
    } else if (recalled) {
      forget(profile.name());
    }
    connected.accept(session);
  }

  /** For the key store, which has its own time, and whose troubles stop nobody. */
  private void aside(Runnable change) {
    if (secrets.areKept()) {
      background.run(
          () -> {
            change.run();
            return true;
          },
          ignored -> {},
          ignored -> {});
    }
  }

  private void failed(Failure why) {
    busy.set(false);
    failure.set(why);
  }

  ObservableList<String> profiles() {
    return profiles;
  }

  ObjectProperty<@Nullable String> chosen() {
    return chosen;
  }

  ConnectForm form() {
    return form;
  }

  /** Whether the secrets are to be kept, and stay kept. */
  BooleanProperty keep() {
    return keep;
  }

  boolean canKeep() {
    return secrets.areKept();
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
