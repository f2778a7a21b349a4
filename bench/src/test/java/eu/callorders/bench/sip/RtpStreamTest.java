package eu.callorders.bench.sip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What tshark 4.0 printed. */
class RtpStreamTest {
  private static final List<String> TABLE =
      """
      Running as user "root" and group "root". This could be dangerous.
      ========================= RTP Streams ========================
         Start time      End time     Src IP addr  Port    Dest IP addr  Port       SSRC          Payload  Pkts         Lost   Min Delta(ms)  Mean Delta(ms)   Max Delta(ms)  Min Jitter(ms) Mean Jitter(ms)  Max Jitter(ms) Problems?
           0.204708      2.183784       127.0.0.1 40002       127.0.0.1  6000 0x0000004E            g711A   100     0 (0.0%)          18.417          19.991          21.545           0.013           0.590           0.812\s
           1.738653      2.698254       127.0.0.1 26100       127.0.0.1 26000 0xCA110003  g711A, RTPType-101    49     -2 (-4.1%)           0.009          20.500          36.281           0.653           1.411           2.758 X
      ==============================================================
      """
          .lines()
          .toList();

  @Test
  void rowsAreRead() {
    assertThat(RtpStream.readAll(TABLE))
        .containsExactly(
            new RtpStream(40002, 6000, 100, 0, 19.991, 21.545, 0.590),
            new RtpStream(26100, 26000, 49, -2, 20.5, 36.281, 1.411));
  }
}
