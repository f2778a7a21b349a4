package eu.callorders.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Http;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OrderMixTest {
  private static final CallablePlace HOME =
      new CallablePlace("+180855501", "US", "Pacific/Honolulu", "en-US");

  @Test
  void liveOrderIsOfASubjectOfItsOwnWithoutSimulation() throws Exception {
    OrderMix mix = new OrderMix("client1", new SplittableRandom(1), HOME);
    Set<String> references = new HashSet<>();
    for (int number = 1; number <= 100; number++) {
      OrderMix.Keyed order = mix.next();
      JsonNode body = Http.JSON.readTree(order.body());

      assertThat(body.has("simulate")).isFalse();
      assertThat(body.at("/subject/timezone").asText()).isEqualTo("Pacific/Honolulu");
      assertThat(body.at("/subject/locale").asText()).isEqualTo("en-US");
      assertThat(body.at("/contacts/0/value").asText())
          .isEqualTo(order.phone())
          .matches("\\+180855501[0-9]{2}");
      assertThat(body.at("/scheduling/max_attempts").asInt()).isEqualTo(order.maxAttempts());
      assertThat(body.path("client_reference").asText()).isEqualTo(order.key());
      assertThat(references.add(body.at("/subject/reference").asText())).isTrue();
    }
  }

  @Test
  void orderOfASandboxIsSimulated() throws Exception {
    OrderMix.Keyed order = new OrderMix("client1", new SplittableRandom(1)).next();

    assertThat(Http.JSON.readTree(order.body()).has("simulate")).isTrue();
  }
}
