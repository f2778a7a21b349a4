package eu.callorders.server.hold;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.hold.ClaimNumber;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.hold.HoldSource;
import eu.callorders.server.TestNode;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.hold.HoldWriter.NewHold;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The limit of holds that a tenant's client may place. */
class HoldLimitTest {
  private static final int LIMIT = 3;
  private static final int LIMIT_OF_NAME = 4;

  @AutoClose private final TestNode node = new TestNode();
  private final UUID tenantId = UUID.randomUUID();
  private final HoldKey key =
      new HoldKey(Keyring.of(List.of(new byte[32]), new SecureRandom()), new SecureRandom());
  private final HoldWriter writer =
      new HoldWriter(
          new HoldStore(key),
          new EventStore("sandbox", node.clock, new Random(1)),
          node.clock,
          new Random(2),
          LIMIT,
          LIMIT_OF_NAME);

  @BeforeEach
  void insertTenant() {
    await(key.create(node.database));
    await(
        node.database.asWorker(
            connection ->
                connection
                    .preparedQuery(HoldQueryPlanTest.INSERT_TENANT)
                    .execute(Tuple.of(tenantId))));
  }

  private Hold place(HoldSource source, String person) {
    return place(source, HoldNames.ofSubject(person));
  }

  private Hold place(HoldSource source, HoldNames names) {
    NewHold wanted = new NewHold(tenantId, names, "other", source, null, null, null);
    return await(
            node.database.asTenant(
                tenantId, connection -> writer.place(connection, wanted, node.clock.instant())))
        .hold();
  }

  private void release(Hold hold) {
    await(
        node.database.asTenant(
            tenantId,
            connection -> writer.release(connection, tenantId, hold.id(), node.clock.instant())));
  }

  @Test
  void refusesOneMoreUntilOneIsReleased() {
    Hold first = place(HoldSource.API, "a");
    place(HoldSource.API, "b");
    place(HoldSource.API, "c");

    assertThatThrownBy(() -> place(HoldSource.API, "d")).hasStackTraceContaining("hold_limit");
    assertThat(place(HoldSource.API, "a").id()).isEqualTo(first.id());
    release(first);
    release(first);
    place(HoldSource.API, "d");
    assertThatThrownBy(() -> place(HoldSource.API, "e")).hasStackTraceContaining("hold_limit");
  }

  @Test
  void countsNoOtherSource() {
    for (String person : List.of("a", "b", "c", "d")) {
      place(HoldSource.CALL_RESULT, person);
      place(HoldSource.OPERATOR, person);
      place(HoldSource.SIGNAL, person);
    }
    place(HoldSource.API, "a");
  }

  /** Each check of a call reads all holds of its person. */
  @Test
  void refusesOneMoreOfAPersonUntilOneIsReleased() {
    Hold first = place(HoldSource.API, claim("1"));
    List.of("2", "3", "4").forEach(number -> place(HoldSource.OPERATOR, claim(number)));

    assertThatThrownBy(() -> place(HoldSource.API, claim("5")))
        .hasStackTraceContaining("hold_limit");
    assertThat(place(HoldSource.API, claim("1")).id()).isEqualTo(first.id());
    Hold ofOperator = place(HoldSource.OPERATOR, claim("6"));
    place(HoldSource.API, "another");
    release(first);
    assertThatThrownBy(() -> place(HoldSource.API, claim("5")))
        .hasStackTraceContaining("hold_limit");
    release(ofOperator);
    place(HoldSource.API, claim("5"));
  }

  private static HoldNames claim(String number) {
    return HoldNames.ofClaim("a", new ClaimNumber(ClaimNumber.Kind.CASE_NUMBER, number));
  }
}
