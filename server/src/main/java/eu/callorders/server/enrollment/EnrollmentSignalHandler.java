package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.enrollment.EnrollmentStatus;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.enrollment.EnrollmentStore.Person;
import eu.callorders.server.sequence.SequenceStore;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What facts and signals do to the enrollments of persons, with one statement per table. The caller
 * holds the persons' locks, and in common with others those of the numbers that a signal brings.
 */
public final class EnrollmentSignalHandler {
  private final EnrollmentStore store;
  private final EnrollmentWriter book;
  private final EnrollmentStarter starts;

  public EnrollmentSignalHandler(
      EnrollmentStore store,
      EnrollmentWriter book,
      SequenceStore sequences,
      SuppressionStore suppressions,
      InstantSource realTime,
      RandomGenerator random) {
    this.store = store;
    this.book = book;
    this.starts = new EnrollmentStarter(store, book, sequences, suppressions, realTime, random);
  }

  /** What a signal did to an enrollment. */
  public enum Effect {
    ENROLLED,
    EXITED,
    REPLACED,
    SKIPPED
  }

  /** An effect and whom it concerns, in the order in which they came about. */
  public record Triggered(UUID enrollmentId, Effect effect) {}

  /** What of a signal tells whether it starts enrollments, and whose. */
  public record TriggerKey(UUID tenantId, String signalType, String subjectReference) {}

  /**
   * A signal as far as it can start enrollments.
   *
   * @param person {@code subject}, {@code contacts} and {@code context} when the signal brought all
   *     three; null otherwise
   * @param metadata as the client attached it; null for none
   * @param now the tenant's time
   */
  public record SignalTrigger(
      Tenant tenant,
      UUID signalId,
      String signalType,
      String subjectReference,
      @Nullable JsonNode person,
      @Nullable JsonNode metadata,
      Instant now) {
    TriggerKey cause() {
      return new TriggerKey(tenant.id(), signalType, subjectReference);
    }
  }

  /**
   * Something that came to be known of a person.
   *
   * @param now the tenant's time
   */
  public record SubjectFact(Tenant tenant, String subjectReference, Fact fact, Instant now) {
    private Person person() {
      return new Person(tenant.id(), subjectReference);
    }
  }

  /**
   * Lets every running enrollment of persons, no two of them the same, know a fact of each.
   *
   * @return those that it made exit, for each fact in their order; not those whose wait needs no
   *     more steps by it, which are completed
   */
  public Future<List<List<Triggered>>> learn(SqlConnection connection, List<SubjectFact> news) {
    if (news.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return store
        .running(connection, news.stream().map(SubjectFact::person).toList())
        .compose(
            running -> {
              List<List<EnrollmentChange>> changes =
                  news.stream().map(one -> learn(one, running)).toList();
              return book.save(connection, changes.stream().flatMap(List::stream).toList())
                  .map(done -> changes.stream().map(EnrollmentSignalHandler::exited).toList());
            });
  }

  private static List<EnrollmentChange> learn(
      SubjectFact news, Map<Person, List<Enrollment>> running) {
    List<EnrollmentChange> changes =
        running.getOrDefault(news.person(), List.of()).stream()
            .map(one -> EnrollmentChange.of(one, news.now()))
            .toList();
    changes.forEach(change -> change.learn(news.fact()));
    return changes;
  }

  private static List<Triggered> exited(List<EnrollmentChange> changes) {
    return changes.stream()
        .filter(change -> change.enrollment().state().status() == EnrollmentStatus.EXITED)
        .map(change -> new Triggered(change.enrollment().id(), Effect.EXITED))
        .toList();
  }

  /**
   * Starts, replaces or skips enrollments of persons, no two of them the same, in every sequence
   * whose trigger a signal is. Whoever must not be called is not enrolled, and a tenant without the
   * feature enrolls nobody.
   *
   * @return the effects of each signal, in their order
   */
  public Future<List<List<Triggered>>> trigger(
      SqlConnection connection, List<SignalTrigger> signals) {
    return starts.trigger(connection, signals);
  }

  /**
   * The locks of numbers that signals bring into enrollments without naming them: those of the
   * newest data that was told of their persons before. To be asked under the persons' locks, and
   * taken in common with others before {@link #trigger}.
   *
   * @return for each cause in their order; none where nothing would start
   */
  public Future<List<Set<String>>> earlierNumbers(
      SqlConnection connection, List<TriggerKey> causes) {
    return starts.earlierNumbers(connection, causes);
  }
}
