package eu.callorders.console.session;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.PagedRows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;

/**
 * The search of a list for parts of names, numbers, references and identifiers. The administration
 * finds them; without it a list compares whole values only.
 */
public final class TextSearch {
  /** What a search has compared. */
  public enum Extent {
    /** There was no search. */
    NONE,
    IDENTIFIER,
    /** Whole values, since there is no administration. */
    EXACT,
    /** Whole values, since the text is too short. */
    TOO_SHORT,
    /** Whole values, since the administration did not search. */
    FAILED,
    PARTS,
    /** Parts, and there are more hits than were read. */
    FIRST_PARTS
  }

  /**
   * What the latest search has compared.
   *
   * @param fields names of the compared fields; only of a search for parts
   */
  public record Report(Extent extent, List<String> fields) {
    private static final Report NONE = of(Extent.NONE);

    private static Report of(Extent extent) {
      return new Report(extent, List.of());
    }
  }

  /**
   * Where the hits of a list are read.
   *
   * @param kind of its resources; empty when the administration does not search for them
   * @param ofSubject reads the resources of the person with a reference
   * @param withId reads a resource
   * @param isListed whether the list has a row already, found by whole values
   */
  public record Hits<T>(
      String kind,
      PagedRows.Source<T> ofSubject,
      PagedRows.Source<T> withId,
      Predicate<T> isListed) {}

  private static final String PATH = "/admin/v1/search";
  private static final int MIN_LENGTH = 3;
  private static final int MAX_LENGTH = 200;
  private static final int UNPROCESSABLE = 422;
  private static final Set<String> FIELDS_OF_SUBJECT = Set.of("reference", "name", "phone");

  private final Session session;
  private final ReadOnlyObjectWrapper<Report> report = new ReadOnlyObjectWrapper<>(Report.NONE);
  private Supplier<Report> latest = () -> Report.NONE;

  /**
   * @param text of the search field; when it is blank, there is no search
   * @param rows the found ones
   */
  public TextSearch(Session session, ObservableValue<String> text, PagedRows<?> rows) {
    this.session = session;
    rows.state()
        .addListener(
            (ignored, before, now) -> {
              if (now != PagedRows.State.LOADING) {
                report.set(latest.get());
              }
            });
    text.addListener(
        (ignored, before, now) -> {
          if (now.isBlank()) {
            latest = () -> Report.NONE;
            report.set(Report.NONE);
          }
        });
  }

  /** What the search of the shown rows has compared. */
  public ReadOnlyObjectProperty<Report> report() {
    return report.getReadOnlyProperty();
  }

  /** Starts a search that compares an identifier. */
  public void startByIdentifier() {
    latest = () -> Report.of(Extent.IDENTIFIER);
  }

  /** Starts a search for resources whose texts contain that text. */
  public <T> Parts<T> start(String text, Hits<T> hits, Comparator<T> order) {
    Parts<T> parts = new Parts<>(text, hits, order);
    latest = () -> parts.compared;
    return parts;
  }

  /** The resources whose texts contain a text, as one page. */
  public final class Parts<T> implements PagedRows.Source<T> {
    private final String text;
    private final Hits<T> hits;
    private final Comparator<T> order;

    /** Identifiers and references. */
    private final Set<String> found = ConcurrentHashMap.newKeySet();

    private volatile Report compared = Report.NONE;

    private Parts(String text, Hits<T> hits, Comparator<T> order) {
      this.text = text;
      this.hits = hits;
      this.order = order;
    }

    @Override
    public Page<T> page(String after) throws ApiException {
      Optional<JsonNode> reply = reply();
      List<T> rows = new ArrayList<>();
      if (reply.isPresent()) {
        boolean hasMore = reply.get().path("has_more").asBoolean();
        hasMore |= read(reply.get().path("data"), rows);
        List<String> fields = Json.list(reply.get().path("searched"), JsonNode::asText);
        compared = new Report(hasMore ? Extent.FIRST_PARTS : Extent.PARTS, fields);
      }
      rows.removeIf(hits.isListed());
      rows.sort(order);
      return new Page<>(rows, false, "");
    }

    /** Reads all of a person that matches, and the other hits one by one. */
    private boolean read(JsonNode data, List<T> rows) throws ApiException {
      boolean hasMore = false;
      for (JsonNode hit : data) {
        String kind = hit.path("kind").asText();
        String subject = hit.path("subject_reference").asText("");
        String id = hit.path("id").asText("");
        if (kind.equals("subject") && matchesSubject(hit)) {
          found.add(subject);
          Page<T> page = hits.ofSubject().page(subject);
          hasMore |= page.hasMore();
          rows.addAll(page.rows());
        } else if (kind.equals(hits.kind()) && !found.contains(subject)) {
          found.add(id);
          rows.addAll(hits.withId().page(id).rows());
        }
      }
      return hasMore;
    }

    private static boolean matchesSubject(JsonNode hit) {
      return hit.path("subject_reference").isTextual()
          && Json.list(hit.path("matched"), JsonNode::asText).stream()
              .anyMatch(FIELDS_OF_SUBJECT::contains);
    }

    /** Empty when only whole values were compared. */
    private Optional<JsonNode> reply() throws ApiException {
      Optional<ApiClient> administration = session.administration();
      if (administration.isEmpty() || isShort()) {
        compared = Report.of(administration.isEmpty() ? Extent.EXACT : Extent.TOO_SHORT);
        return Optional.empty();
      }
      Query query = Query.none().with("q", text).with("tenant_id", session.tenantId());
      try {
        return Optional.of(administration.get().get(PATH, query).body());
      } catch (ApiException e) {
        if (e.failure() instanceof Failure.Stopped) {
          throw e;
        }
        boolean isShort = e.failure().isRefused(UNPROCESSABLE) && text.length() <= MAX_LENGTH;
        compared = Report.of(isShort ? Extent.TOO_SHORT : Extent.FAILED);
        return Optional.empty();
      }
    }

    private boolean isShort() {
      return text.codePointCount(0, text.length()) < MIN_LENGTH;
    }

    /** Whether a resource belongs to the result, by what events tell of it. */
    public boolean matches(String id, String subject, String... references) {
      return found.contains(id)
          || (!subject.isEmpty() && found.contains(subject))
          || Stream.concat(Stream.of(id, subject), Stream.of(references)).anyMatch(this::matches);
    }

    private boolean matches(String value) {
      boolean byParts = session.administration().isPresent() && !isShort();
      return byParts
          ? value.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT))
          : value.equals(text);
    }
  }
}
