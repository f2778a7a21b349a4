package eu.callorders.sipgateway.call;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what happens with agents outside of the gateway. */
final class AgentStatistics {
  private final AtomicLong connected = new AtomicLong();
  private final AtomicLong unavailable = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final AtomicLong unreported = new AtomicLong();

  /** A call has its agent. */
  void connected() {
    connected.incrementAndGet();
  }

  /** A call no longer has its agent. */
  void disconnected() {
    connected.decrementAndGet();
  }

  /** A call was refused, since no agent was there. */
  void unavailable() {
    unavailable.incrementAndGet();
  }

  /** An agent was lost, or did not come to the conversation. */
  void lost() {
    lost.incrementAndGet();
  }

  /** The gateway has reported a conversation itself. */
  void unreported() {
    unreported.incrementAndGet();
  }

  /** Values by name of the metric. */
  Map<String, Long> values() {
    Map<String, Long> values = new LinkedHashMap<>();
    values.put("agents_connected", connected.get());
    values.put("agents_unavailable_total", unavailable.get());
    values.put("agents_lost_total", lost.get());
    values.put("agent_reports_missing_total", unreported.get());
    return values;
  }
}
