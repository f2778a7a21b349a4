package eu.callorders.console.subject;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.AdminRole;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.ActionRunner;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.Export;
import eu.callorders.console.work.ResourceViewModel;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;

/** The shown person, kept up to date; its identifier is the reference of the person. */
final class SubjectDetailViewModel extends ResourceViewModel<SubjectDetail> {
  private static final String TENANTS = "/admin/v1/tenants/";

  /** Of the erasure. */
  final ActionRunner actions;

  /** The running or last file. */
  final Export export;

  private final BackgroundExecutor background;
  private final Session session;
  private final ReadOnlyStringWrapper erased = new ReadOnlyStringWrapper("");
  private String erasing = "";
  private ActionTarget exported = new ActionTarget("", "");

  SubjectDetailViewModel(BackgroundExecutor background, Session session) {
    super(background, reference -> load(session, reference));
    this.background = background;
    this.session = session;
    this.actions = new ActionRunner(background);
    this.export = new Export(background);
    export.failure().addListener((ignored, before, now) -> exportFailed(now));
  }

  private void exportFailed(@Nullable Failure cause) {
    if (cause != null) {
      keepUnlessShown(exported, cause);
    }
  }

  private static SubjectDetail load(Session session, String reference) throws ApiException {
    Map<SubjectSection, Page<JsonNode>> pages = new EnumMap<>(SubjectSection.class);
    for (SubjectSection section : SubjectSection.values()) {
      if (session.may(section.scope())) {
        pages.put(section, section.read(session, reference, ApiClient.PAGE_SIZE));
      }
    }
    return new SubjectDetail(reference, pages);
  }

  /** Events of calls name their order only. */
  @Override
  protected boolean concerns(JsonNode event) {
    JsonNode data = event.path("data");
    SubjectDetail shown = detail().get();
    return data.path("subject_reference").asText().equals(id())
        || data.path("subject").path("reference").asText().equals(id())
        || (shown != null && shown.hasOrder(event.path("related").path("call_order_id").asText()));
  }

  /** Whether the session may export and erase. */
  boolean mayAdminister() {
    return session.administration().isPresent() && session.may(AdminRole.ADMINISTER);
  }

  private ApiClient administration() {
    return session.administration().orElseThrow();
  }

  private String path(String reference) {
    return TENANTS + session.tenantId() + "/subjects/" + ApiClient.encode(reference);
  }

  /** Writes everything that is held about that person. */
  void export(ActionTarget person, Path file) {
    if (!export.running().get()) {
      failedActions().remove(person.id());
      exported = person;
      String path = path(person.id());
      export.start(
          file, (writer, ignored) -> writer.write(Json.pretty(administration().get(path).body())));
    }
  }

  /** The file of the shown person; null for none. */
  @Nullable Path exportedFile() {
    return exported.id().equals(id()) ? export.complete().get() : null;
  }

  /**
   * Reads whether a legal hold stands on that person, which prevents the erasure.
   *
   * @param found receives the legal hold; a missing node if there is none
   */
  void findLegalHold(String reference, Consumer<JsonNode> found, Consumer<Failure> failed) {
    Query query = Query.none().with("subject_reference", reference);
    String path = TENANTS + session.tenantId() + "/legal-holds";
    background.run(
        () -> administration().get(path, query).body().path("data").path(0), found, failed);
  }

  /** Has the service erase that person, unless an erasure is being requested. */
  void erase(ActionTarget person) {
    if (actions.busy.get()) {
      return;
    }
    String reference = person.id();
    failedActions().remove(reference);
    erasing = reference;
    erased.set("");
    actions.start(
        () -> administration().delete(path(reference)),
        ignored -> {
          erased.set(reference);
          load();
        },
        cause -> {
          keepUnlessShown(person, cause);
          load();
        });
  }

  /** The person whose erasure the service has accepted last; empty for none. */
  ReadOnlyStringProperty erased() {
    return erased.getReadOnlyProperty();
  }

  /** Why the erasure of the shown person failed; null for no failure. */
  @Nullable Failure failureOfErasure() {
    return erasing.equals(id()) ? actions.failure.get() : null;
  }

  /** Why the export of the shown person failed; null for no failure. */
  @Nullable Failure failureOfExport() {
    return exported.id().equals(id()) ? export.failure().get() : null;
  }
}
