package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.form.EditViewModel;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;

/**
 * Edits or creates a tenant or a registration; only touched settings are sent. The administration
 * has no revisions, so the base is compared with the current resource right before a change.
 */
final class SettingsViewModel extends EditViewModel<Setting, SettingsViewModel.Change> {
  /** A setting changed by another client. */
  record Change(Setting setting, String before, String now) {}

  /** The resource after our change, or after a change by another client. */
  private record Outcome(JsonNode now, boolean overtaken) {}

  final List<Section> sections;
  final SettingForm form;

  /** Whether the last change may have been executed. */
  final BooleanProperty outcomeUnknown = new SimpleBooleanProperty();

  private final ApiClient administration;
  private final Consumer<JsonNode> saved;
  private String path = "";

  SettingsViewModel(
      BackgroundExecutor background,
      ApiClient administration,
      List<Section> sections,
      Consumer<JsonNode> saved) {
    SettingForm fields = new SettingForm(sections);
    super(background, fields);
    this.form = fields;
    this.administration = administration;
    this.sections = sections;
    this.saved = saved;
  }

  void edit(String address, JsonNode resource) {
    path = address;
    begin(new Revision(resource, ""));
  }

  /**
   * Starts a new resource in that collection; empty settings get their defaults, and a registration
   * the fewest scopes.
   */
  void create(String collection) {
    path = collection;
    begin(Revision.NONE);
    form.fields().stream()
        .filter(setting -> setting.kind() == Setting.Kind.CHECKS)
        .forEach(setting -> form.value(setting).set(ScopePreset.READ_ONLY.value()));
  }

  @Override
  protected void reset(Revision from) {
    outcomeUnknown.set(false);
    super.reset(from);
  }

  private JsonNode resource() {
    return base().json();
  }

  boolean isNew() {
    return resource().isMissingNode();
  }

  /** A new resource starts with some check boxes selected. */
  @Override
  public boolean isModified() {
    return form.fields().stream()
        .filter(it -> !isNew() || it.kind() != Setting.Kind.CHECKS)
        .anyMatch(it -> form.isTouched(it, resource()));
  }

  /** Whether a setting below that pointer is touched. */
  boolean touches(String pointer) {
    return form.fields().stream()
        .anyMatch(it -> it.pointer().startsWith(pointer) && form.isTouched(it, resource()));
  }

  /** Marks invalid settings; whether there are none and the form can be sent. */
  boolean isReady() {
    if (!prepareSend()) {
      return false;
    }
    form.patch(resource(), resource());
    return form.firstInvalid().isEmpty();
  }

  /** Sends the touched settings if all are valid. */
  void save() {
    if (!isReady()) {
      return;
    }
    outcomeUnknown.set(false);
    JsonNode before = resource();
    ObjectNode body = form.patch(before, before);
    if (!isNew() && body.isEmpty()) {
      saved.accept(before);
      return;
    }
    String address = path;
    call(
        () -> before.isMissingNode() ? create(address, body) : update(address, before, body),
        this::finished,
        this::refused);
  }

  private Outcome create(String collection, ObjectNode body) throws ApiException {
    return new Outcome(administration.post(collection, body).body(), false);
  }

  private Outcome update(String address, JsonNode before, ObjectNode body) throws ApiException {
    JsonNode now = administration.get(address).body();
    return differences(before, now).isEmpty()
        ? new Outcome(administration.patch(address, "", body).body(), false)
        : new Outcome(now, true);
  }

  private List<Change> differences(JsonNode before, JsonNode now) {
    return form.fields().stream()
        .map(setting -> new Change(setting, setting.format(before), setting.format(now)))
        .filter(change -> !change.before().equals(change.now()))
        .toList();
  }

  private void finished(Outcome outcome) {
    if (outcome.overtaken() && !form.patch(resource(), outcome.now()).isEmpty()) {
      conflict(new Revision(outcome.now(), ""), differences(resource(), outcome.now()), null);
    } else {
      failed(null);
      // Changed by us, perhaps by an earlier request whose response was lost.
      saved.accept(outcome.now());
    }
  }

  @Override
  protected void refused(Failure cause) {
    outcomeUnknown.set(cause.isOutcomeUnknown());
    super.refused(cause);
  }
}
