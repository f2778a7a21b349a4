package eu.callorders.bench.sip;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row of tshark's {@code rtp,streams}, whose times are milliseconds.
 *
 * @param from port
 * @param to port
 * @param interval mean time between two packets
 * @param longest time between two packets
 * @param jitter mean, as RFC 3550 defines it
 */
record RtpStream(
    int from, int to, int packets, int lost, double interval, double longest, double jitter) {
  private static final String NUMBER = "\\s+(-?[0-9.]+)";
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*[0-9.]+\\s+[0-9.]+\\s+\\S+\\s+([0-9]+)\\s+\\S+\\s+([0-9]+)\\s+0x[0-9A-Fa-f]+\\s+.*?"
              + "\\s([0-9]+)\\s+(-?[0-9]+) \\([-0-9.]+%\\)"
              + NUMBER.repeat(6)
              + ".*");

  /** The rows among the lines of a table. */
  static List<RtpStream> readAll(List<String> lines) {
    List<RtpStream> streams = new ArrayList<>();
    for (String line : lines) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        streams.add(
            new RtpStream(
                Integer.parseInt(row.group(1)),
                Integer.parseInt(row.group(2)),
                Integer.parseInt(row.group(3)),
                Integer.parseInt(row.group(4)),
                Double.parseDouble(row.group(6)),
                Double.parseDouble(row.group(7)),
                Double.parseDouble(row.group(9))));
      }
    }
    return streams;
  }
}
