package eu.callorders.console.enrollment;

import eu.callorders.console.ui.Texts;

/** Formats exit reasons; reasons defined by a sequence stay unchanged. */
final class ExitReasons {
  private static final String SKIPPED = "skipped:";

  private final Texts texts;

  ExitReasons(Texts texts) {
    this.texts = texts;
  }

  String describe(String reason) {
    if (reason.startsWith(SKIPPED)) {
      return texts.get("skipped", describe(reason.substring(SKIPPED.length()).strip()));
    }
    String key = "reason." + reason;
    return texts.bundle().containsKey(key) ? texts.get(key) : reason;
  }
}
