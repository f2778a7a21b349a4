package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.window.CountryRule;
import eu.callorders.core.window.CountryTable;
import eu.callorders.server.country.CountryRuleDocument;
import eu.callorders.server.country.CountryRuleEditor;
import eu.callorders.server.country.CountryRuleSnapshot;
import eu.callorders.server.country.CountryRules;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.EntityTag;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import eu.callorders.server.window.CallTimesCheck;
import eu.callorders.server.window.CountryCodes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** The calling hours and limits of countries. */
final class CountryResource {
  private final Database database;
  private final CountryRules rules;
  private final CountryRuleEditor editor;

  CountryResource(Database database, CountryRules rules, CountryRuleEditor editor) {
    this.database = database;
    this.rules = rules;
    this.editor = editor;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("listCountries", this::listCountries),
        Operation.of("getCountry", this::getCountry),
        Operation.of("replaceCountry", this::replaceCountry));
  }

  /** {@code GET /admin/v1/countries}: those with rules of their own, and {@code *}. */
  private Future<Reply> listCountries(ApiRequest request) {
    return rules
        .load(database.workers())
        .map(
            snapshot ->
                Page.ofNodes(
                    snapshot.windows().countries().rules().stream()
                        .map(CountryRule::country)
                        .distinct()
                        .sorted()
                        .map(country -> document(country, snapshot))
                        .toList(),
                    false,
                    null));
  }

  /** {@code GET /admin/v1/countries/{code}}. */
  private Future<Reply> getCountry(ApiRequest request) {
    String country = country(request);
    return rules.load(database.workers()).map(snapshot -> reply(country, snapshot));
  }

  /** {@code PUT /admin/v1/countries/{code}}: no dial is decided by the rule before afterwards. */
  private Future<Reply> replaceCountry(ApiRequest request) {
    String country = country(request);
    JsonNode body = request.requiredBody();
    List<FieldError> faults =
        CallTimesCheck.faults(body.path("local_call_times"), "/local_call_times");
    if (!faults.isEmpty()) {
      throw ProblemException.invalid(faults);
    }
    return database
        .asWorker(
            connection ->
                editor.replace(
                    connection,
                    country,
                    body,
                    request.header("if-match").orElse(null),
                    request.caller().actor()))
        .compose(
            replaced ->
                rules // this node accepts orders by the new rule from the response on
                    .load(database.workers())
                    .transform(loaded -> Future.succeededFuture(reply(country, replaced))));
  }

  private static String country(ApiRequest request) {
    String code = request.pathParameter("code");
    if (!CountryCodes.contains(code)) {
      throw ProblemException.notFound();
    }
    return code;
  }

  private static Reply reply(String country, CountryRuleSnapshot snapshot) {
    int version = snapshot.newest(country).map(CountryRule::version).orElse(0);
    return Reply.of(200, document(country, snapshot)).with("ETag", EntityTag.of(version));
  }

  /** Without a rule of its own, that of all other countries, as version 0. */
  private static ObjectNode document(String country, CountryRuleSnapshot snapshot) {
    Optional<CountryRule> own = snapshot.newest(country);
    CountryRule rule = own.or(() -> snapshot.newest(CountryTable.ELSEWHERE)).orElseThrow();
    ObjectNode document =
        Json.object()
            .put("country", country)
            .put("version", own.map(CountryRule::version).orElse(0))
            .put("rule", rule.id());
    document.setAll(CountryRuleDocument.write(rule));
    snapshot
        .newestRow(rule.country())
        .ifPresent(
            row ->
                document
                    .put("changed_at", Timestamps.format(row.changedAt()))
                    .put("changed_by", row.changedBy()));
    return document;
  }
}
