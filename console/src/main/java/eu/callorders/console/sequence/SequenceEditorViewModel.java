package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.api.Reply;
import eu.callorders.console.form.EditViewModel;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.IdempotentPost;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;

/**
 * Writes a new sequence, or a new version of one. Versions have no revisions: right before it is
 * sent, versions that another user has added meanwhile are looked for.
 */
final class SequenceEditorViewModel
    extends EditViewModel<SequenceField, SequenceEditorViewModel.NewVersion> {
  /**
   * A version that another user has added.
   *
   * @param changes from the version that the edit is based on
   */
  record NewVersion(int number, VersionChanges changes) {}

  private static final Pattern STEP_POINTER = Pattern.compile("/steps/([0-9]{1,3})(/.*)?");
  private static final String PATH = "/v1/sequences";

  private final Session session;
  private final Consumer<JsonNode> onSaved;
  private final IdempotentPost post;
  final SequenceForm form;
  final StepList steps;

  /** The version with the input, as far as it can be read. */
  final ObjectProperty<JsonNode> draft = new SimpleObjectProperty<>(MissingNode.getInstance());

  /** Whether there is input that closing would lose. */
  final BooleanProperty unsaved = new SimpleBooleanProperty();

  private JsonNode sequence = MissingNode.getInstance();

  /**
   * @param onSaved receives the sequence with the new version
   */
  SequenceEditorViewModel(
      BackgroundExecutor background,
      Session session,
      StepFormats formats,
      Consumer<JsonNode> onSaved) {
    SequenceForm form = new SequenceForm(formats);
    super(background, form);
    this.form = form;
    this.session = session;
    this.onSaved = onSaved;
    this.post = new IdempotentPost(background, session.api());
    this.steps = new StepList(formats, this::changed);
    form.fields().forEach(field -> form.value(field).addListener(ignored -> changed()));
  }

  /** Starts a new sequence and discards all input. */
  void create() {
    start(MissingNode.getInstance(), MissingNode.getInstance());
  }

  /** Starts a new version with the content of that one and discards all input. */
  void edit(JsonNode shown, JsonNode version) {
    start(shown, version);
  }

  private void start(JsonNode shown, JsonNode version) {
    post.startOver();
    sequence = shown;
    begin(new Revision(content(shown, version), ""));
    steps.show(base().json().path("steps"));
    changed();
  }

  void discard() {
    create();
  }

  /** A version with the members of its sequence that the form contains. */
  private static JsonNode content(JsonNode shown, JsonNode version) {
    if (!(version instanceof ObjectNode members)) {
      return version;
    }
    ObjectNode content = members.deepCopy();
    content.set("key", shown.path("key"));
    content.set("title", shown.path("title"));
    return content;
  }

  boolean isNew() {
    return sequence.isMissingNode();
  }

  /** The identifier of the sequence; empty for a new one. */
  String id() {
    return sequence.path("id").asText();
  }

  String title() {
    return sequence.path("title").asText();
  }

  /** Number of the version that the edit is based on; 0 for a new sequence. */
  int baseNumber() {
    return Versions.number(base().json());
  }

  @Override
  public boolean isModified() {
    return super.isModified() || hasOwnSteps();
  }

  private boolean hasOwnSteps() {
    return !steps.isUnchanged(base().json().path("steps"));
  }

  private void changed() {
    draft.set(version());
    unsaved.set(isModified() || post.outcomeUnknown().get());
  }

  private ObjectNode version() {
    ObjectNode read = form.applyTo(base().json());
    ObjectNode version = Json.object();
    version.set("trigger", read.has("trigger") ? read.get("trigger") : Json.object());
    if (read.has("exit_conditions")) {
      version.set("exit_conditions", read.get("exit_conditions"));
    }
    ArrayNode list = version.putArray("steps");
    steps.forms().forEach(step -> list.add(step.json()));
    return version;
  }

  private ObjectNode body() {
    ObjectNode body = version();
    if (isNew()) {
      ObjectNode read = form.applyTo(base().json());
      body.setAll(read.retain("key", "title"));
    }
    return body;
  }

  /** Saves the version, or sends it again if the outcome is unknown. */
  void save() {
    if (post.outcomeUnknown().get() && !busy().get()) {
      send();
    } else if (prepareSend() && isReadable()) {
      sendUnlessOvertaken();
    }
  }

  /** Marks everything that is unreadable, not only its first part. */
  private boolean isReadable() {
    steps.forms().forEach(StepForm::clearErrors);
    boolean isHeadReadable = form.check(base().json());
    return steps.check() && isHeadReadable;
  }

  private void sendUnlessOvertaken() {
    if (isNew()) {
      send();
    } else {
      String path = path();
      call(() -> session.api().get(path).body(), this::compare, this::refused);
    }
  }

  private String path() {
    return PATH + "/" + id();
  }

  private void compare(JsonNode now) {
    int known = Versions.number(Versions.newest(sequence));
    List<NewVersion> added =
        Versions.of(now).stream()
            .filter(version -> Versions.number(version) > known)
            .map(this::newVersion)
            .toList();
    if (added.isEmpty()) {
      send();
    } else {
      sequence = now;
      conflict(new Revision(content(now, Versions.newest(now)), ""), added, null);
    }
  }

  private NewVersion newVersion(JsonNode version) {
    return new NewVersion(Versions.number(version), VersionChanges.compare(base().json(), version));
  }

  private void send() {
    sending();
    String path = isNew() ? PATH : path() + "/versions";
    post.send(path, body(), this::saved, this::refused);
  }

  private void saved(Reply reply) {
    discard();
    onSaved.accept(reply.body());
  }

  /** Touched fields keep their input, and so do the steps if one of them was changed. */
  @Override
  public void reload() {
    boolean hadOwnSteps = hasOwnSteps();
    super.reload();
    if (!hadOwnSteps) {
      steps.show(base().json().path("steps"));
    }
    changed();
  }

  @Override
  protected void refused(Failure cause) {
    boolean placed =
        cause instanceof Failure.Refused refused
            && !refused.problem().fieldErrors().isEmpty()
            && place(refused.problem().fieldErrors());
    failed(placed ? null : cause);
    changed();
  }

  private boolean place(List<Problem.FieldError> faults) {
    boolean allPlaced = true;
    for (Problem.FieldError fault : faults) {
      allPlaced &= place(fault);
    }
    return allPlaced;
  }

  private boolean place(Problem.FieldError fault) {
    Matcher step = STEP_POINTER.matcher(fault.pointer());
    if (!step.matches()) {
      return form.setError(List.of(fault));
    }
    int index = Integer.parseInt(step.group(1));
    String pointer = step.group(2) == null ? "" : step.group(2);
    return index < steps.forms().size()
        && steps
            .forms()
            .get(index)
            .setError(
                List.of(
                    new Problem.FieldError(
                        pointer, fault.code(), fault.message(), fault.parameters())));
  }

  /** Whether the service may have saved the version; then it can only be sent again. */
  ReadOnlyBooleanProperty outcomeUnknown() {
    return post.outcomeUnknown();
  }
}
