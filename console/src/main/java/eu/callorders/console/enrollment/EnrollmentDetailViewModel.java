package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ResourceWatcher;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** One enrollment, kept up to date while somebody looks at it. */
final class EnrollmentDetailViewModel {
  private final BackgroundExecutor background;
  private final Session session;
  private final ResourceWatcher<EnrollmentDetail> followed;
  private final ReadOnlyObjectWrapper<@Nullable Failure> refusal = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper acting = new ReadOnlyBooleanWrapper();
  private EnrollmentAction tried = EnrollmentAction.PAUSE;

  EnrollmentDetailViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
    this.followed = new ResourceWatcher<>(background, new EnrollmentLoader(session)::read);
  }

  /** Shows that enrollment; nothing of another one is shown from here on. */
  void show(String id) {
    if (!id.equals(followed.id())) {
      clear();
      followed.show(id);
    }
  }

  /** Shows nothing. */
  void clear() {
    followed.clear();
    acting.set(false);
    refusal.set(null);
  }

  /** Reads it again; what is shown stays meanwhile. */
  void load() {
    followed.load();
  }

  /** Takes notice of events about this enrollment and its orders. */
  void happened(List<JsonNode> events) {
    if (events.stream().anyMatch(this::concerns)) {
      load();
    }
  }

  private boolean concerns(JsonNode event) {
    return event.path("related").path("enrollment_id").asText().equals(followed.id())
        || event.path("data").path("enrollment_id").asText().equals(followed.id());
  }

  boolean mayAct() {
    return session.may(Scope.ORDERS_WRITE);
  }

  boolean mayReadSequences() {
    return session.may(Scope.CONFIG_READ);
  }

  /** Does that; when it is refused, what is shown was old perhaps, and is read again. */
  void act(EnrollmentAction deed) {
    String asked = followed.id();
    String path = "/v1/enrollments/" + asked + "/" + deed.key();
    acting.set(true);
    refusal.set(null);
    tried = deed;
    background.run(
        () -> session.api().post(path, MissingNode.getInstance()),
        ignored -> acted(asked, null),
        why -> acted(asked, why));
  }

  private void acted(String asked, @Nullable Failure why) {
    if (asked.equals(followed.id())) {
      acting.set(false);
      refusal.set(why);
      load();
    }
  }

  /** The request for this enrollment, to be pasted into a terminal. */
  String curl() {
    return "curl -s "
        + session.api().base()
        + "/v1/enrollments/"
        + followed.id()
        + " -H \"Authorization: Bearer $TOKEN\"";
  }

  ReadOnlyObjectProperty<@Nullable EnrollmentDetail> detail() {
    return followed.value();
  }

  /** Why it could not be read. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return followed.failure();
  }

  /** Why the last deed was not done. */
  ReadOnlyObjectProperty<@Nullable Failure> refusal() {
    return refusal.getReadOnlyProperty();
  }

  /** What to say of the refusal now that it stands as it does, as a key of a text. */
  String advice() {
    EnrollmentDetail detail = detail().get();
    Failure why = refusal.get();
    return detail == null || why == null ? "" : Advice.of(tried, why, detail);
  }

  /** Whether a deed is under way. */
  ReadOnlyBooleanProperty acting() {
    return acting.getReadOnlyProperty();
  }
}
