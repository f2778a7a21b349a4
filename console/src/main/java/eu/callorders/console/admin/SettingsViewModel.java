package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.work.Background;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * A tenant or a registration, changed or made. Only what was touched is sent. The administration
 * knows no revisions, so what was seen is compared with what is there right before a change.
 */
final class SettingsViewModel {
  /** What came of a change: as it is now, changed by us or by somebody before us. */
  private record Outcome(JsonNode now, boolean overtaken) {}

  private final Background background;
  private final ApiClient administration;
  private final List<Section> sections;
  private final Consumer<JsonNode> saved;
  private final SettingForm form;
  private final ObservableList<SettingChange> changes = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper uncertain = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private String path = "";
  private JsonNode seen = MissingNode.getInstance();
  private @Nullable JsonNode newer;
  private int opened;

  /**
   * @param saved hears how the resource is once it is as the operator wants it
   */
  SettingsViewModel(
      Background background,
      ApiClient administration,
      List<Section> sections,
      Consumer<JsonNode> saved) {
    this.background = background;
    this.administration = administration;
    this.sections = sections;
    this.saved = saved;
    this.form = new SettingForm(sections);
  }

  /** Begins with that resource as it is shown. */
  void edit(String address, JsonNode resource) {
    open(address, resource);
    form.settings().forEach(setting -> form.value(setting).set(setting.read(resource)));
  }

  /** Begins with a new one in that list; what stays empty gets its default. */
  void create(String list) {
    open(list, MissingNode.getInstance());
    for (Setting setting : form.settings()) {
      boolean checks = setting.kind() == Setting.Kind.CHECKS;
      form.value(setting).set(checks ? setting.checked(setting.choices()) : "");
    }
  }

  private void open(String address, JsonNode resource) {
    opened++;
    path = address;
    seen = resource;
    settled();
  }

  private void settled() {
    newer = null;
    changes.clear();
    failure.set(null);
    uncertain.set(false);
    form.acquit();
    busy.set(false);
  }

  boolean isNew() {
    return seen.isMissingNode();
  }

  List<Section> sections() {
    return sections;
  }

  /** Whether something would be lost by opening another one. */
  boolean isWritten() {
    return form.settings().stream()
        .filter(it -> !isNew() || it.kind() != Setting.Kind.CHECKS)
        .anyMatch(it -> form.touched(it, seen));
  }

  /** Whether something below that pointer would be changed. */
  boolean touches(String pointer) {
    return form.settings().stream()
        .anyMatch(it -> it.pointer().startsWith(pointer) && form.touched(it, seen));
  }

  /** Sends what has been touched; nothing is sent when nothing has, or when it is at fault. */
  void save() {
    if (busy.get() || newer != null) {
      return;
    }
    form.acquit();
    failure.set(null);
    uncertain.set(false);
    ObjectNode body = form.patch(seen, seen);
    if (form.firstFault().isPresent()) {
      return;
    }
    if (!isNew() && body.isEmpty()) {
      saved.accept(seen);
      return;
    }
    busy.set(true);
    int mine = opened;
    String address = path;
    JsonNode before = seen;
    background.run(
        () -> before.isMissingNode() ? create(address, body) : change(address, before, body),
        outcome -> forThis(mine, () -> arrived(outcome)),
        why -> forThis(mine, () -> refused(why)));
  }

  private Outcome create(String list, ObjectNode body) throws ApiException {
    return new Outcome(administration.post(list, body).body(), false);
  }

  private Outcome change(String address, JsonNode before, ObjectNode body) throws ApiException {
    JsonNode now = administration.get(address).body();
    return between(before, now).isEmpty()
        ? new Outcome(administration.patch(address, "", body).body(), false)
        : new Outcome(now, true);
  }

  private List<SettingChange> between(JsonNode before, JsonNode now) {
    return SettingChange.between(form.settings(), before, now);
  }

  private void arrived(Outcome outcome) {
    busy.set(false);
    if (outcome.overtaken() && !form.patch(seen, outcome.now()).isEmpty()) {
      newer = outcome.now();
      changes.setAll(between(seen, outcome.now()));
    } else {
      saved.accept(outcome.now()); // by us, perhaps with an answer that was lost
    }
  }

  private void refused(Failure why) {
    busy.set(false);
    uncertain.set(why.leavesDoubt());
    boolean placed =
        why instanceof Failure.Refused refused
            && !refused.problem().faults().isEmpty()
            && form.blame(refused.problem().faults());
    failure.set(placed ? null : why);
  }

  /**
   * Goes on from what is there by now: what the operator has touched stays as written, all else
   * follows.
   */
  void reload() {
    JsonNode read = newer;
    if (read == null) {
      return;
    }
    List<Setting> untouched =
        form.settings().stream().filter(setting -> !form.touched(setting, seen)).toList();
    seen = read;
    settled();
    untouched.forEach(setting -> form.value(setting).set(setting.read(read)));
  }

  /** What comes late, when something else is open by now, concerns nobody. */
  private void forThis(int mine, Runnable change) {
    if (mine == opened) {
      change.run();
    }
  }

  SettingForm form() {
    return form;
  }

  /** What somebody else has set meanwhile; nothing is sent before {@link #reload}. */
  ObservableList<SettingChange> changes() {
    return changes;
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  /** Whether nobody knows if the last change has been made. */
  ReadOnlyBooleanProperty uncertain() {
    return uncertain.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
