package eu.callorders.server.country;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.window.CountryRule;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.EntityTag;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds rules of countries. After the commit no node writes an intent by the rules before: dialers
 * share a lock that is acquired exclusively here. Active calls continue.
 */
public final class CountryRuleEditor {
  private final CountryRules rules;
  private final AuditLog audit;
  private final InstantSource realTime;

  public CountryRuleEditor(CountryRules rules, AuditLog audit, InstantSource realTime) {
    this.rules = rules;
    this.audit = audit;
    this.realTime = realTime;
  }

  /**
   * Adds the next version of a country's rule, unless it is the same as the newest one. Fails with
   * {@code precondition_failed} when {@code ifMatch} names another version.
   *
   * @param document valid by the contract
   * @param ifMatch the header with the version to replace; null for any
   * @param actor of the audit log
   * @return the rules with the change
   */
  public Future<CountryRuleSnapshot> replace(
      SqlConnection connection,
      String country,
      JsonNode document,
      @Nullable String ifMatch,
      String actor) {
    return loadExclusive(connection)
        .compose(
            before -> {
              Optional<CountryRule> newest = before.newest(country);
              int version = newest.map(CountryRule::version).orElse(0);
              if (ifMatch != null) {
                EntityTag.require(ifMatch, version, "country");
              }
              CountryRule unchanged = CountryRuleDocument.read(country, version, document);
              return newest.filter(unchanged::equals).isPresent()
                  ? Future.succeededFuture(before)
                  : insert(
                          connection,
                          CountryRuleDocument.read(country, version + 1, document),
                          newest,
                          actor)
                      .compose(done -> CountryRuleStore.newer(connection, before.revision()))
                      .map(before::with);
            });
  }

  /** Adds these rules, except those of countries with rows; returns the added ones. */
  public Future<List<CountryRule>> addMissing(SqlConnection connection, List<CountryRule> given) {
    return loadExclusive(connection)
        .compose(
            before -> {
              List<CountryRule> missing =
                  given.stream()
                      .filter(rule -> before.newestRow(rule.country()).isEmpty())
                      .toList();
              Future<Void> added = Future.succeededFuture();
              for (CountryRule rule : missing) {
                added =
                    added.compose(
                        done -> insert(connection, rule, Optional.empty(), AuditEvent.SERVICE));
              }
              return added.map(missing);
            });
  }

  private Future<CountryRuleSnapshot> loadExclusive(SqlConnection connection) {
    return Locks.acquire(connection, Set.of(Locks.dialing()))
        .compose(locked -> rules.load(connection));
  }

  private Future<Void> insert(
      SqlConnection connection, CountryRule rule, Optional<CountryRule> before, String actor) {
    ObjectNode replaced = before.map(CountryRuleDocument::write).orElseGet(Json::object);
    AuditEvent event =
        AuditEvent.ofDeployment(actor, AuditAction.COUNTRY_UPDATED, rule.id())
            .withChange(replaced, CountryRuleDocument.write(rule));
    return CountryRuleStore.insert(
            connection, rule, realTime.instant().truncatedTo(ChronoUnit.MILLIS), actor)
        .compose(inserted -> audit.append(connection, event));
  }
}
