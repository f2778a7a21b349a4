package eu.callorders.sipgateway.media;

import eu.callorders.sipgateway.config.PortRange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Even ports for sound, longest unused first. */
final class RtpPorts {
  private final Deque<Integer> free = new ArrayDeque<>();

  RtpPorts(PortRange range) {
    for (int port = range.first() + range.first() % 2; port + 1 <= range.last(); port += 2) {
      free.add(port);
    }
  }

  Optional<Integer> take() {
    return Optional.ofNullable(free.poll());
  }

  void release(int port) {
    free.add(port);
  }

  int freeCount() {
    return free.size();
  }
}
