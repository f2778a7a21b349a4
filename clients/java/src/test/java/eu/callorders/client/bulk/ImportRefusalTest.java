package eu.callorders.client.bulk;

import static eu.callorders.client.bulk.ImportFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.client.StubService.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImportRefusalTest {
  @TempDir private Path directory;
  @AutoClose private ImportFixture imports;

  @BeforeEach
  void open() throws IOException {
    imports = new ImportFixture(directory);
  }

  @Test
  void sendsARefusedRowAgainWithAnotherKey() throws Exception {
    imports.service.faults.add(Fault.refusal(422, "order_type_not_active"));
    assertThat(imports.run(rows("a")).refused()).isEqualTo(1);
    imports.service.faults.add(Fault.refusal(422, "order_type_not_active"));
    assertThat(imports.run(rows("a")).refused()).isEqualTo(1);

    assertThat(imports.run(rows("a")).accepted()).isEqualTo(1);
    assertThat(imports.service.requests)
        .extracting(headers -> headers.getFirst("Idempotency-Key"))
        .doesNotHaveDuplicates();
  }

  @Test
  void stopsWhenTheCredentialsAreRefusedAndContinuesLater() throws Exception {
    for (int refusal = 0; refusal < 16; refusal++) {
      imports.service.faults.add(Fault.refusal(401, "unauthorized"));
    }
    ImportReport stopped = imports.run(rows("a", "b", "c"));
    imports.service.faults.clear();
    assertThat(stopped.stopped()).contains("unauthorized");
    assertThat(stopped.accepted()).isZero();

    assertThat(imports.run(rows("a", "b", "c")).isComplete()).isTrue();
    assertThat(imports.names()).containsExactlyInAnyOrder("a", "b", "c");
  }

  /**
   * The order exists when the answer is lost: a row that counts as refused would be another one.
   */
  @ParameterizedTest
  @CsvSource({
    "403, unknown",
    "404, unknown",
    "404, not_found",
    "429, temporarily_unavailable",
    "400, unauthorized_client"
  })
  void stopsAfterARefusalThatIsNotOneOfTheRow(int status, String code) throws Exception {
    imports.service.faults.add(new Fault(status, code, 60, true));

    ImportReport stopped = imports.run(rows("a"));

    assertThat(stopped.stopped()).contains(code);
    assertThat(stopped.refused()).isZero();
    imports.expireKeys();
    assertThat(imports.run(rows("a")).isComplete()).isTrue();
    assertThat(imports.names()).containsExactly("a");
  }

  @Test
  void sendsNoRowWithoutAToken() throws Exception {
    imports.service.tokenFaults.add(Fault.refusal(400, "unauthorized_client"));

    ImportReport stopped = imports.run(rows("a", "b", "c"));

    assertThat(stopped.stopped()).contains("unauthorized_client");
    assertThat(imports.service.requests).isEmpty();
    assertThat(Files.readString(imports.result)).doesNotContain("sent_at");
  }

  @Test
  void doesNotTakeTheRefusalOfALookupForOneOfTheRow() throws Exception {
    imports.loseAnswers(rows("a"));
    imports.expireKeys();
    imports.service.faults.add(Fault.refusal(422, "validation_failed"));

    ImportReport stopped = imports.run(rows("a"));

    assertThat(stopped.refused()).isZero();
    assertThat(stopped.stopped()).contains("validation_failed");
    assertThat(imports.run(rows("a")).isComplete()).isTrue();
    assertThat(imports.names()).containsExactly("a");
  }
}
