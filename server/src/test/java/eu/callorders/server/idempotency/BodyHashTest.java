package eu.callorders.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodyHashTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"a":1,"b":{"c":[1,2],"d":null}} | { "b": {"d": null, "c": [1, 2]}, "a": 1 } | true
          {"a":1.50}                       | {"a":15e-1}                               | true
          {"a":"ä"}                        | {"a":"\\u00e4"}                           | true
          {"a":[1,2]}                      | {"a":[2,1]}                               | false
          {"a":[[1],2]}                    | {"a":[1,[2]]}                             | false
          {"a":"1"}                        | {"a":1}                                   | false
          {"a":null}                       | {}                                        | false
          {"a":{"b":1}}                    | {"a":{},"b":1}                            | false
          {"a1":"b"}                       | {"a":"1b"}                                | false
          """)
  void comparesValues(String one, String other, boolean same) {
    byte[] first = BodyHash.of(Json.parse(one));
    byte[] second = BodyHash.of(Json.parse(other));
    if (same) {
      assertThat(first).isEqualTo(second);
    } else {
      assertThat(first).isNotEqualTo(second);
    }
    assertThat(first).hasSize(32).isNotEqualTo(BodyHash.of(null));
  }
}
