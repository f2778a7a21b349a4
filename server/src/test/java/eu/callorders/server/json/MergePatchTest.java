package eu.callorders.server.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergePatchTest {

  /** Examples of RFC 7396, appendix A, and members replaced as a whole. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"a":"b"}                  | {"a":"c"}                  | {"a":"c"}
          {"a":"b"}                  | {"b":"c"}                  | {"a":"b","b":"c"}
          {"a":"b"}                  | {"a":null}                 | {}
          {"a":"b","b":"c"}          | {"a":null}                 | {"b":"c"}
          {"a":["b"]}                | {"a":"c"}                  | {"a":"c"}
          {"a":"c"}                  | {"a":["b"]}                | {"a":["b"]}
          {"a":{"b":"c"}}            | {"a":{"b":"d","c":null}}   | {"a":{"b":"d"}}
          {"a":[{"b":"c"}]}          | {"a":[1]}                  | {"a":[1]}
          {"e":null}                 | {"a":1}                    | {"e":null,"a":1}
          {}                         | {"a":{"bb":{"ccc":null}}}  | {"a":{"bb":{}}}
          {"metadata":{"x":1,"y":2}} | {"metadata":{"x":3}}       | {"metadata":{"x":3}}
          {"metadata":{"x":1}}       | {"metadata":null}          | {}
          """)
  void merges(String target, String patch, String merged) {
    JsonNode before = Json.parse(target);
    assertThat(MergePatch.apply(before, (ObjectNode) Json.parse(patch), Set.of("metadata")))
        .isEqualTo(Json.parse(merged));
    assertThat(before).isEqualTo(Json.parse(target));
  }
}
