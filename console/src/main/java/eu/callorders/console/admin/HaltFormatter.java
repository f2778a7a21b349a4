package eu.callorders.console.admin;

import eu.callorders.console.ui.Texts;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes halts and their outcomes. */
final class HaltFormatter {
  private final Texts texts;

  HaltFormatter(Texts texts) {
    this.texts = texts;
  }

  String scope(HaltScope scope) {
    return scope.isEverything()
        ? texts.get("scope.everything")
        : Stream.of(
                scope.tenantId().isEmpty() ? "" : texts.get("scope.tenant", scope.tenantId()),
                scope.country().isEmpty() ? "" : texts.get("scope.country", scope.country()),
                scope.orderType().isEmpty() ? "" : texts.get("scope.order_type", scope.orderType()))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", "));
  }

  String notice(HaltViewModel.Notice notice) {
    String key = "notice." + notice.action() + "." + notice.outcome();
    return texts.get(key.toLowerCase(Locale.ROOT), scope(notice.scope()));
  }
}
