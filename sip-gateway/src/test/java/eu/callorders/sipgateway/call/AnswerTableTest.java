package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of the table of final answers, from a trunk that is played by sipp. */
@Tag("long-sip")
class AnswerTableTest {
  private static final int TESTS = 41;

  @TempDir Path directory;
  private SippTrunk trunk;
  private GatewayFixture gateway;

  @BeforeAll
  static void requirePrograms() {
    Laboratory.require(TESTS, List.of("sipp"));
  }

  @AfterEach
  void stop() throws Exception {
    if (gateway != null) {
      gateway.close();
    }
    if (trunk != null) {
      trunk.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "486, , BUSY, NORMAL",
    "600, , BUSY, NORMAL",
    "603, , BUSY, DECLINED",
    "607, , BUSY, DECLINED",
    "480, , NO_ANSWER, NORMAL",
    "408, , NO_ANSWER, NORMAL",
    "487, , NO_ANSWER, NORMAL",
    "504, , NO_ANSWER, NORMAL",
    "404, , FAILED, NUMBER_INVALID",
    "410, , FAILED, NUMBER_INVALID",
    "484, , FAILED, NUMBER_INVALID",
    "485, , FAILED, NUMBER_INVALID",
    "604, , FAILED, NUMBER_INVALID",
    "302, , FAILED, REDIRECTED",
    "403, , FAILED, CARRIER_FAULT",
    "488, , FAILED, CARRIER_FAULT",
    "500, , FAILED, CARRIER_FAULT",
    "503, , FAILED, CARRIER_FAULT",
    "606, , FAILED, CARRIER_FAULT",
    "480, 17, BUSY, NORMAL",
    "480, 21, BUSY, DECLINED",
    "503, 1, FAILED, NUMBER_INVALID",
    "486, 16, BUSY, NORMAL"
  })
  void afterRinging(int status, @Nullable Integer q850, Disposition disposition, Cause cause)
      throws Exception {
    HttpResponse<String> placed = place(status, true, q850);
    assertThat(placed.statusCode()).isEqualTo(201);
    check(status, q850, disposition, cause);
  }

  @ParameterizedTest
  @CsvSource({
    "486, , BUSY, NORMAL",
    "600, , BUSY, NORMAL",
    "480, , NO_ANSWER, NORMAL",
    "302, , FAILED, REDIRECTED",
    "408, , FAILED, CARRIER_FAULT",
    "504, , FAILED, CARRIER_FAULT",
    "603, , FAILED, CARRIER_FAULT",
    "604, , FAILED, CARRIER_FAULT",
    "606, , FAILED, CARRIER_FAULT",
    "500, 18, NO_ANSWER, NORMAL"
  })
  void withoutRinging(int status, @Nullable Integer q850, Disposition disposition, Cause cause)
      throws Exception {
    HttpResponse<String> placed = place(status, false, q850);
    assertThat(placed.statusCode()).isEqualTo(201);
    check(status, q850, disposition, cause);
  }

  @ParameterizedTest
  @CsvSource({"402, ", "403, ", "404, ", "410, ", "488, ", "500, ", "503, ", "480, 34"})
  void provenFaultRefusesThePlacing(int status, @Nullable Integer q850) throws Exception {
    HttpResponse<String> refused = place(status, false, q850);
    trunk.awaitEnd();

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("\"code\":\"trunk_fault\"");
  }

  private HttpResponse<String> place(int status, boolean ringing, @Nullable Integer q850)
      throws Exception {
    trunk = new SippTrunk(directory, status, ringing, q850);
    gateway = new GatewayFixture(directory, trunk.port()).set("TRUNK_PING", "3600").start();
    return await(gateway.place(gateway.call()));
  }

  private void check(int status, @Nullable Integer q850, Disposition disposition, Cause cause)
      throws Exception {
    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    trunk.awaitEnd();

    assertThat(ended.disposition()).isEqualTo(disposition);
    assertThat(ended.cause()).isEqualTo(cause);
    assertThat(ended.network().sip()).isEqualTo(status);
    assertThat(ended.network().q850()).isEqualTo(q850);
  }
}
