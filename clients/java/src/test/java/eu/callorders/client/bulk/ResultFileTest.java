package eu.callorders.client.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A mark that is not on the disk must never count as durable. */
class ResultFileTest {
  private final FailingChannel channel = new FailingChannel();
  private final ResultFile file = new ResultFile(channel, "imp_1");

  @Test
  void takesNoLineAfterAFailedWrite() throws Exception {
    file.appendDurably(RowSender.line(1));
    int before = channel.written;
    channel.failsToWrite = true;
    assertThatThrownBy(() -> file.append(RowSender.line(2))).hasMessageContaining("No space");

    assertEverythingFails("No space");
    assertThat(channel.written).isEqualTo(before);
  }

  @Test
  void takesNoLineAfterAFailedForce() {
    channel.failsToForce = true;
    assertThatThrownBy(() -> file.appendDurably(RowSender.line(1)))
        .hasMessageContaining("Input/output error");

    assertEverythingFails("Input/output error");
  }

  private void assertEverythingFails(String message) {
    assertThatThrownBy(() -> file.appendDurably(RowSender.line(3)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
    assertThatThrownBy(() -> file.append(RowSender.line(4))).hasMessageContaining(message);
    assertThatThrownBy(file::close).hasMessageContaining(message);
    assertThat(channel.isOpen()).isFalse();
  }
}
