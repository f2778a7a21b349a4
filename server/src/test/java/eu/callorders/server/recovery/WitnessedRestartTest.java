package eu.callorders.server.recovery;

import static eu.callorders.server.TestNode.await;
import static eu.callorders.server.recovery.EraSettlerFixture.ATTEMPT;
import static eu.callorders.server.recovery.EraSettlerFixture.PLACED;
import static eu.callorders.server.recovery.EraSettlerFixture.RESTART;
import static eu.callorders.server.recovery.EraSettlerFixture.TENANT;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A restart that a node or its file has witnessed. */
@Tag("long")
class WitnessedRestartTest {
  @AutoClose private final EraSettlerFixture fixture = new EraSettlerFixture();
  private final TestNode node = fixture.node;
  private final Path directory = fixture.directory;

  @Test
  void haltsForTheGatewayLogAfterWitnessedRestart() {
    EraSettler settler = fixture.settler(false);
    await(settler.settle());
    fixture.owner(TENANT);
    fixture.observe(settler);
    fixture.owner(RESTART);

    await(settler.settle());

    assertThat(fixture.eras()).isEqualTo(3);
    assertThat(fixture.state().halted()).isTrue();
    assertThat(fixture.state().witnessed()).isTrue();
  }

  @Test
  void missingLastAttemptIsNotWitnessed() {
    Exemptions exemptions = fixture.exemptions(false);
    EraSettler settler = fixture.settler(exemptions);
    await(settler.settle());
    fixture.owner(TENANT);
    fixture.observe(settler);
    exemptions.recordPlacing(UUID.randomUUID());
    fixture.observe(settler);
    fixture.owner(RESTART);

    await(settler.settle());

    assertThat(fixture.state().halted()).isTrue();
    assertThat(fixture.state().witnessed()).isFalse();
  }

  @Test
  void storedLastAttemptIsWitnessed() {
    Exemptions exemptions = fixture.exemptions(false);
    EraSettler settler = fixture.settler(exemptions);
    await(settler.settle());
    fixture.owner(TENANT);
    fixture.owner(ATTEMPT);
    fixture.observe(settler);
    exemptions.recordPlacing(PLACED);
    fixture.owner(RESTART);

    await(settler.settle());

    assertThat(fixture.state().witnessed()).isTrue();
  }

  @Test
  void unseenSecondRestartIsNotWitnessed() {
    EraSettler settler = fixture.settler(false);
    await(settler.settle());
    fixture.owner(TENANT);
    fixture.observe(settler);
    fixture.owner(RESTART);
    await(settler.settle());
    fixture.owner(RESTART);

    await(
        fixture
            .settler(new Exemptions(false, directory.resolve("x"), UUID.randomUUID(), node.clock))
            .settle());

    assertThat(fixture.state().halted()).isTrue();
    assertThat(fixture.state().witnessed()).isFalse();
  }

  @Test
  void witnessedRestartKeepsTheHaltOfAnOlderEra() {
    fixture.owner(TENANT);
    EraSettler settler = fixture.settler(false);
    await(settler.settle());
    fixture.observe(settler);
    fixture.owner(RESTART);

    await(settler.settle());

    assertThat(fixture.eras()).isEqualTo(3);
    assertThat(fixture.state().halted()).isTrue();
    assertThat(fixture.state().witnessed()).isFalse();
  }

  @Test
  void witnessesTheEraOfANodeWithoutEvidence() {
    EraSettler witness = fixture.settler(false);
    await(witness.settle());
    fixture.owner(TENANT);
    fixture.observe(witness);
    fixture.owner(RESTART);
    await(fixture.settler(false).settle());
    assertThat(fixture.state().witnessed()).isFalse();
    boolean current = await(node.database.asWorker(witness::isCurrent));
    assertThat(current).isFalse();

    await(witness.settle());

    assertThat(fixture.eras()).isEqualTo(3);
    assertThat(fixture.state().witnessed()).isTrue();
  }

  @Test
  void fileOfTheNodeIsAWitness() {
    Exemptions before = fixture.exemptions(false);
    EraSettler settler = fixture.settler(before);
    await(settler.settle());
    fixture.owner(TENANT);
    fixture.observe(settler);
    before.write();
    fixture.owner(RESTART);

    await(fixture.settler(false).settle());

    assertThat(fixture.state().witnessed()).isTrue();
  }

  @Test
  void readsTheLastAttemptFromTheFile() {
    Exemptions before = fixture.exemptions(false);
    EraSettler settler = fixture.settler(before);
    await(settler.settle());
    fixture.owner(TENANT);
    fixture.observe(settler);
    before.recordPlacing(UUID.randomUUID());
    fixture.owner(RESTART);

    await(fixture.settler(false).settle());

    assertThat(fixture.state().halted()).isTrue();
    assertThat(fixture.state().witnessed()).isFalse();
  }

  @Test
  void copyOfTheFileIsNoWitness() throws Exception {
    Exemptions before = fixture.exemptions(false);
    EraSettler settler = fixture.settler(before);
    await(settler.settle());
    fixture.owner(TENANT);
    fixture.observe(settler);
    before.write();
    Path copy = directory.resolve("copy");
    Files.copy(directory.resolve("instance.json"), copy);
    fixture.owner(RESTART);

    await(fixture.settler(new Exemptions(false, copy, UUID.randomUUID(), node.clock)).settle());

    assertThat(fixture.state().halted()).isTrue();
    assertThat(fixture.state().witnessed()).isFalse();
  }
}
