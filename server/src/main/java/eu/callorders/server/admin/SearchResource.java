package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.search.SearchField;
import eu.callorders.server.search.SearchFinder;
import eu.callorders.server.search.SearchFinder.Found;
import eu.callorders.server.search.SearchHit;
import eu.callorders.server.search.SearchQuery;
import eu.callorders.server.search.SearchText;
import eu.callorders.server.tenant.TenantSubject;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The search of orders, enrollments and their subjects. */
final class SearchResource {
  private static final int MIN_LENGTH = 3;
  private static final int SHOWN_BEGIN = 3;
  private static final int SHOWN_END = 4;

  private final Database database;

  SearchResource(Database database) {
    this.database = database;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("searchDeployment", this::searchDeployment)
            .withQueryFaults(SearchResource::faults));
  }

  /** {@code GET /admin/v1/search}. */
  private Future<Reply> searchDeployment(ApiRequest request) {
    SearchQuery query = SearchQuery.of(request.queryParameter("q").orElseThrow());
    Optional<String> tenant = request.queryParameter("tenant_id");
    @Nullable UUID tenantId = tenant.flatMap(IdKind.TENANT::parse).orElse(null);
    Future<Found> found =
        tenant.isPresent() && tenantId == null
            ? Future.succeededFuture(new Found(List.of(), false)) // a malformed id matches nothing
            : database.asWorker(
                connection -> SearchFinder.find(connection, query, tenantId, request.limit()));
    return found.map(all -> Reply.of(200, document(query, all)));
  }

  /** The schema reports a text that is too short as it is. */
  private static List<FieldError> faults(Map<String, String> query) {
    String text = query.getOrDefault("q", "");
    return text.codePointCount(0, text.length()) < MIN_LENGTH || !SearchQuery.of(text).isTooShort()
        ? List.of()
        : List.of(
            FieldError.query(
                "q",
                "min_length",
                "must be at least 3 characters long, without spaces and accents",
                Map.of("min_length", MIN_LENGTH)));
  }

  private static ObjectNode document(SearchQuery query, Found found) {
    ArrayNode data = Json.array();
    subjects(query, found).values().forEach(data::add);
    found.hits().forEach(hit -> data.add(document(query, hit)));
    return Json.object()
        .put("has_more", found.hasMore())
        .<ObjectNode>set("data", data)
        .set("searched", names(query.fields()));
  }

  /** Each subject once, by the newest hit that knows a name, with all its matches. */
  private static Map<TenantSubject, ObjectNode> subjects(SearchQuery query, Found found) {
    Map<TenantSubject, SearchText> newest = new LinkedHashMap<>();
    Map<TenantSubject, Set<SearchField>> matched = new LinkedHashMap<>();
    for (SearchHit hit : found.hits()) {
      SearchText text = hit.text();
      TenantSubject subject = new TenantSubject(text.tenantId(), text.reference());
      if (!text.reference().isEmpty()) {
        newest.merge(subject, text, (first, next) -> first.name() == null ? next : first);
        matched
            .computeIfAbsent(subject, ignored -> EnumSet.noneOf(SearchField.class))
            .addAll(text.matched(query));
      }
    }
    Map<TenantSubject, ObjectNode> documents = new LinkedHashMap<>();
    newest.forEach(
        (subject, text) ->
            documents.put(
                subject,
                person(Json.object().put("kind", "subject"), query, text)
                    .set("matched", names(matched.getOrDefault(subject, Set.of())))));
    return documents;
  }

  private static ObjectNode document(SearchQuery query, SearchHit hit) {
    SearchText text = hit.text();
    ObjectNode document =
        person(
            Json.object()
                .put("kind", text.kind().wire())
                .put("id", text.kind().ids().format(text.id())),
            query,
            text);
    Json.putIfPresent(document, "client_reference", text.clientReference());
    return document
        .put("status", hit.status())
        .put("created_at", Timestamps.format(hit.createdAt()))
        .set("matched", names(text.matched(query)));
  }

  private static ObjectNode person(ObjectNode document, SearchQuery query, SearchText text) {
    document.put("tenant_id", IdKind.TENANT.format(text.tenantId()));
    if (!text.reference().isEmpty()) {
      document.put("subject_reference", text.reference());
    }
    Json.putIfPresent(document, "name", text.name());
    text.phones().stream()
        .filter(query::endsPhone)
        .findFirst()
        .or(() -> text.phones().stream().findFirst())
        .ifPresent(phone -> document.put("phone", mask(phone)));
    return document;
  }

  private static String mask(String phone) {
    return phone.substring(0, SHOWN_BEGIN) + "…" + phone.substring(phone.length() - SHOWN_END);
  }

  private static ArrayNode names(Set<SearchField> fields) {
    ArrayNode names = Json.array();
    fields.forEach(field -> names.add(field.wire()));
    return names;
  }
}
