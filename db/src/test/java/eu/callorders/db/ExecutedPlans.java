package eu.callorders.db;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The plans of executed statements, as auto_explain writes them into the server's log. */
public final class ExecutedPlans {
  static final List<String> SETTINGS =
      List.of(
          "session_preload_libraries = 'auto_explain'",
          "auto_explain.log_min_duration = 0",
          "auto_explain.log_analyze = on",
          "auto_explain.log_buffers = on",
          "auto_explain.log_timing = off",
          "auto_explain.log_nested_statements = on",
          "auto_explain.log_parameter_max_length = 0",
          "auto_explain.log_format = json",
          // Plans are created at the first execution, before the tables grow, and cached.
          "plan_cache_mode = force_generic_plan");

  private final Path log;

  ExecutedPlans(Path log) {
    this.log = log;
  }

  /** The current end of the log. */
  public long mark() {
    try {
      return Files.size(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The plans logged after that mark, each as JSON text. */
  public List<String> since(long mark) {
    List<String> plans = new ArrayList<>();
    StringBuilder plan = null;
    for (String line : text(mark).lines().toList()) {
      if (plan != null && line.startsWith("\t")) {
        plan.append(line).append('\n');
        continue;
      }
      if (plan != null) {
        plans.add(plan.toString());
      }
      plan = line.contains("LOG:  duration: ") ? new StringBuilder() : null;
    }
    if (plan != null && plan.toString().endsWith("\t}\n")) { // otherwise incomplete
      plans.add(plan.toString());
    }
    return plans;
  }

  private String text(long mark) {
    try (InputStream all = Files.newInputStream(log)) {
      all.skipNBytes(mark);
      return new String(all.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
