package eu.callorders.console.connect;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Work;
import java.io.IOException;
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
  private final ObservableList<String> profiles = FXCollections.observableArrayList();
  private final ObjectProperty<@Nullable String> chosen = new SimpleObjectProperty<>();
  private final ConnectForm form = new ConnectForm();
  private final BooleanProperty keep = new SimpleBooleanProperty();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();

  private final Background background;
  private final SessionOpening opening;
  private final KeptProfiles kept;
  private final Optional<DemoProfile> demo;
  private final Consumer<Session> connected;
  private @Nullable Work connecting;
  private boolean recalled;

  /**
   * What the operator has decided by the time of connecting: another profile may be looked at
   * since.
   *
   * @param keep whether its keys are to be kept
   * @param wereKept whether they were so far
   */
  private record Wanted(
      Profile profile, KeptProfiles.Keys keys, boolean isDemo, boolean keep, boolean wereKept) {}

  ConnectViewModel(
      Background background,
      SessionOpening opening,
      KeptProfiles kept,
      Optional<DemoProfile> demo,
      Consumer<Session> connected) {
    this.background = background;
    this.opening = opening;
    this.kept = kept;
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
    kept.names().stream().filter(it -> !profiles.contains(it)).forEach(profiles::add);
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
    Optional.ofNullable(profileName).flatMap(kept::find).ifPresent(this::fill);
  }

  private void fill(Profile profile) {
    form.fill(profile, "", "");
    recall(profile.name());
  }

  /** The key store may ask the operator first, or never answer, so it is not waited for. */
  private void recall(String profileName) {
    if (kept.canKeepKeys()) {
      background.run(
          () -> kept.keys(profileName),
          found -> found.ifPresent(keys -> offer(profileName, keys)),
          ignored -> {});
    }
  }

  private void offer(String profileName, KeptProfiles.Keys keys) {
    if (profileName.equals(chosen.get())) {
      form.offer(keys.secret(), keys.adminToken());
      recalled = true;
      keep.set(true);
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
      kept.remove(gone);
      aside(() -> kept.forgetKeys(gone));
      profiles.remove(gone);
    }
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
    Wanted wanted =
        new Wanted(
            profile,
            new KeptProfiles.Keys(form.secret().get().strip(), form.adminToken().get().strip()),
            isDemo(),
            keep.get(),
            recalled);
    connecting =
        background.run(() -> open(wanted), session -> arrived(wanted, session), this::failed);
  }

  /** The profile is written down before anybody goes on, so that nothing is under way later. */
  private Session open(Wanted wanted) throws ApiException {
    Session session =
        opening.open(wanted.profile(), wanted.keys().secret(), wanted.keys().adminToken());
    if (!wanted.isDemo()) {
      kept.keep(wanted.profile());
    }
    return session;
  }

  void cancel() {
    if (connecting != null) {
      connecting.cancel();
    }
    busy.set(false);
  }

  private void arrived(Wanted wanted, Session session) {
    busy.set(false);
    session.api().onGrant(grant -> background.draw(() -> session.grant(grant.scopes())));
    if (!wanted.isDemo()) {
      keep(wanted);
      session.onSignIn(kept.following(wanted.profile().name(), wanted.keep()));
    }
    connected.accept(session);
  }

  private void keep(Wanted wanted) {
    String name = wanted.profile().name();
    if (wanted.keep()) {
      aside(() -> kept.keepKeys(name, wanted.keys()));
    } else if (wanted.wereKept()) {
      aside(() -> kept.forgetKeys(name));
    }
  }

  /** For the key store, which has its own time, and whose troubles stop nobody. */
  private void aside(Runnable change) {
    if (kept.canKeepKeys()) {
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
    return kept.canKeepKeys();
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
