package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.EraAnswer;
import eu.callorders.server.auth.MasterKeyRing;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The recovery halt ends once the gateway's log was read to its end in the newest era. */
class LogRecoveryTest {
  private static final String NAME = "tested";

  private final HandGateway gateway =
      new HandGateway().answeringEras(new EraAnswer.InUse(0, Duration.ofSeconds(25)));
  private final DialHouse house = DialHouse.over(gateway);
  private final TestTenant tenant = house.tenant();
  private final AtomicInteger resumed = new AtomicInteger();
  private final GatewayEra era =
      new GatewayEra(
          gateway,
          UUID.randomUUID(),
          UUID.randomUUID(),
          this::newestEra,
          number -> {},
          new CallContextCipher(MasterKeyRing.of(List.of(new byte[32]), new SecureRandom())));
  private final LogRecovery recovery =
      new LogRecovery(house.database, gateway, era, NAME, resumed::incrementAndGet);

  @BeforeEach
  void halt() {
    house.query(
        """
        INSERT INTO dial_halt (id, kind, era, reason, halted_at)
        SELECT gen_random_uuid(), 'recovery', max(number), 'restored', now() FROM era
        RETURNING id
        """);
    gateway.withLog();
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void liftsTheHaltAfterTheEndOfALogThatWasAskedForInTheGrantedEra() {
    PlacedOrder order = tenant.anOrder().to(Line.BUSY).placed();
    readToTheEnd();
    recovery.runOnce();
    assertThat(halted()).isTrue(); // the era is not granted

    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    assertThat(halted()).isTrue(); // the page was asked for before
    house.dialDue();
    assertThat(gateway.placed).isEmpty();

    readToTheEnd();
    recovery.runOnce();

    assertThat(halted()).isFalse();
    assertThat(resumed).hasValue(1);
    assertThat(order.ended()).isFalse();
  }

  @Test
  void keepsTheHaltWhileACallIsNotRecorded() {
    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    house.tell(gateway.answered(UUID.randomUUID()));
    readToTheEnd();

    recovery.runOnce();

    assertThat(halted()).isTrue();
  }

  @Test
  void keepsTheHaltWithAGapUntilAnOperatorAccepts() {
    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();
    house.query("UPDATE gateway_cursor SET gap = true RETURNING gateway");
    recovery.runOnce();
    assertThat(halted()).isTrue();

    house.query("UPDATE dial_halt SET lifted_at = now() RETURNING id");
    recovery.runOnce();

    assertThat(house.query("SELECT 1 FROM gateway_cursor WHERE gap")).isEmpty();
  }

  @Test
  void keepsTheHaltWithoutALog() {
    gateway.withoutLog();
    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();
    recovery.runOnce();

    assertThat(halted()).isTrue();
  }

  /** As the reader of the log leaves it after an empty page. */
  private void readToTheEnd() {
    house.query(
        """
        INSERT INTO gateway_cursor (gateway, reader, leased_until, end_asked_at, log_id)
        VALUES ($1, gen_random_uuid(), now(), clock_timestamp(), '5f3a')
        ON CONFLICT (gateway) DO UPDATE SET end_asked_at = clock_timestamp()
        RETURNING gateway
        """,
        NAME);
  }

  private boolean halted() {
    return !house
        .query("SELECT 1 FROM dial_halt WHERE kind = 'recovery' AND lifted_at IS NULL")
        .isEmpty();
  }

  private GatewayEra.Current newestEra() {
    var row = house.query("SELECT number, id FROM era ORDER BY number DESC LIMIT 1").getFirst();
    return new GatewayEra.Current(row.getUUID(1), row.getInteger(0), row.getUUID(1));
  }
}
