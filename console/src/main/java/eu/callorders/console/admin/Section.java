package eu.callorders.console.admin;

import eu.callorders.console.admin.Setting.Kind;
import eu.callorders.console.api.Scope;
import java.util.List;
import java.util.stream.Stream;

/** A group of settings; the text key of its title is empty for none. */
record Section(String key, List<Setting> settings) {
  static final String OUTCOME_RULES = "section.outcome_rules";
  static final Setting NAME = Setting.of("/name", Kind.TEXT);
  static final Setting SCOPES =
      Setting.of(
          "/scopes",
          Kind.CHECKS,
          Stream.of(Scope.values()).map(Scope::wireName).toArray(String[]::new));

  static final List<Section> OF_TENANTS =
      List.of(
          of(
              "",
              NAME,
              Setting.of("/default_locale", Kind.TEXT),
              Setting.of("/timezone", Kind.TEXT),
              Setting.of(
                  "/verification_mode", Kind.CHOICE, "date_of_birth", "postal_code", "name_only")),
          of(
              "section.quotas",
              Setting.of("/quotas/max_concurrent_calls", Kind.NUMBER),
              Setting.of("/quotas/max_dials_per_day", Kind.NUMBER),
              Setting.of("/quotas/max_contacts_per_subject_per_day", Kind.NUMBER),
              Setting.of("/quotas/max_contacts_per_number_per_day", Kind.NUMBER),
              Setting.of("/quotas/max_open_orders", Kind.NUMBER),
              Setting.of("/rate_limit", Kind.TEXT),
              Setting.of("/body_limit", Kind.TEXT)),
          of(
              "section.calling",
              Setting.of("/calling_hours/local_call_times", Kind.HOURS),
              Setting.of("/calling_hours/timezone", Kind.TEXT),
              Setting.of("/caller_ids", Kind.LINES),
              Setting.of("/allowed_countries", Kind.CODES),
              Setting.of("/features/sequences_enabled", Kind.FLAG, "true", "false")),
          new Section(OUTCOME_RULES, OutcomeRule.settings()),
          of(
              "section.promises",
              Setting.of("/signals_end_orders", Kind.FLAG, "true", "false"),
              Setting.of("/promise_grace_days", Kind.NUMBER),
              Setting.of("/promise_signal", Kind.TEXT)),
          of(
              "section.predial",
              Setting.of("/predial_check/url", Kind.TEXT),
              Setting.of("/predial_check/timeout_ms", Kind.NUMBER),
              Setting.of("/predial_check/on_failure", Kind.CHOICE, "hold", "proceed")),
          new Section("section.disclosures", disclosures()),
          of(
              "section.retention",
              Setting.of("/retention/transcript_mode", Kind.CHOICE, "structured", "none"),
              Setting.of("/retention/transcript_retention", Kind.PERIOD),
              Setting.of("/retention/recording_retention", Kind.PERIOD),
              Setting.of("/retention/result_months", Kind.NUMBER)));

  static final List<Section> OF_REGISTRATIONS =
      List.of(
          of("", NAME),
          of("section.scopes", SCOPES),
          of(
              "section.access",
              Setting.of("/allowlist", Kind.LINES),
              Setting.of("/rate_limit", Kind.TEXT)));

  /** One for each language that has a sentence of its own. */
  private static List<Setting> disclosures() {
    return Stream.of("de", "en", "es", "fr", "it", "nl", "pl")
        .map(language -> Setting.of("/disclosures/" + language, Kind.TEXT))
        .toList();
  }

  private static Section of(String key, Setting... settings) {
    return new Section(key, List.of(settings));
  }
}
