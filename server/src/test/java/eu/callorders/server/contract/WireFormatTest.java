package eu.callorders.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checks of a format agree with the pattern of its schema. */
class WireFormatTest {
  private static final Contract CONTRACT = Contract.load();

  @ParameterizedTest
  @CsvSource({
    "Date, 1800-01-01, true",
    "Date, 9999-12-31, true",
    "Date, 1799-12-31, false",
    "Date, 10000-01-01, false",
    "Date, 2026-1-1, false",
    "Date, 2026-01-01T00:00:00Z, false",
    "Timestamp, 1800-01-01T00:00:00Z, true",
    "Timestamp, 9999-12-31T23:59:59.999999999Z, true",
    "Timestamp, 2026-01-01t00:00:00z, true",
    "Timestamp, 2026-01-01T00:00:00-18:00, true",
    "Timestamp, 1799-12-31T23:59:59Z, false",
    "Timestamp, 9999-12-31T23:59:59Z, true",
    "Timestamp, 10000-01-01T00:00:0Z, false",
    "Timestamp, 2026-01-01T00.00:00Z, false",
    "Timestamp, 2026-01-01T00:00Z, false",
    "Timestamp, 2026-01-01T00:00:00.Z, false",
    "Timestamp, 2026-01-01T00:00:00.1234567890Z, false",
    "Timestamp, 2026-01-01T00:00:00, false",
    "Timestamp, 2026-01-01T00:00:00+19:00, false",
    "Timestamp, 2026-01-01T00:00:00+0100, false",
    "Timestamp, 2026-01-01 00:00:00Z, false"
  })
  void agreesWithPatternOfSchema(String schema, String value, boolean valid) {
    var node = CONTRACT.document().at("/components/schemas/" + schema);
    WireFormat format =
        WireFormat.all().stream()
            .filter(each -> each.getName().equals(node.path("format").asText()))
            .findFirst()
            .orElseThrow();
    assertThat(format.test().test(value)).isEqualTo(valid);
    assertThat(new EcmaRegex(node.path("pattern").asText()).matches(value)).isEqualTo(valid);
  }
}
