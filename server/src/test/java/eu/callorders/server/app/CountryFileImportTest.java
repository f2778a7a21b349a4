package eu.callorders.server.app;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.window.CountryRule;
import eu.callorders.server.TestNode;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.config.InvalidConfigException;
import eu.callorders.server.country.CountryRuleEditor;
import eu.callorders.server.country.CountryRules;
import eu.callorders.server.window.JollydayHolidays;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules of an operator's file become rows. */
class CountryFileImportTest {
  private static final String DE =
      "DE | 2 | 2020-01-01 | 09:00-12:00 | - | - | no | - | - | 2026-11-20 | a file\n";

  @AutoClose private final TestNode node = new TestNode();
  private final CountryRules rules = new CountryRules(new JollydayHolidays());
  private final CountryRuleEditor editor =
      new CountryRuleEditor(rules, new AuditLog(node.clock, new Random(1)), node.clock);

  @TempDir private Path directory;

  @Test
  void addsRowsOnce() throws IOException {
    run(DE);
    assertThat(inForce().id()).isEqualTo("DE/2");
    assertThat(inForce().source()).isEqualTo("a file");

    run(DE + DE.replace("| 2 |", "| 3 |"));

    assertThat(inForce().id()).isEqualTo("DE/2");
  }

  @Test
  void noFileAddsNothing() {
    CountryFileImport.run(directory, node.database, editor);

    assertThat(inForce().id()).isEqualTo("DE/1");
  }

  @Test
  void invalidFileStopsTheStart() {
    assertThatThrownBy(() -> run(DE + "DE | 3"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("countries.txt: line 2: ");
    assertThatThrownBy(() -> run(DE + DE))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("countries.txt: row DE/2 is there twice");
    assertThat(inForce().id()).isEqualTo("DE/1");
  }

  private void run(String file) throws IOException {
    Files.writeString(directory.resolve("countries.txt"), file);
    CountryFileImport.run(directory, node.database, editor);
  }

  private CountryRule inForce() {
    return await(rules.load(node.database.workers()))
        .windows()
        .countries()
        .ruleFor("DE", LocalDate.parse("2026-11-27"));
  }
}
