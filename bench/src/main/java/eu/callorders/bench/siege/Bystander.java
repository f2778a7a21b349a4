package eu.callorders.bench.siege;

import eu.callorders.bench.Http;
import eu.callorders.bench.Quantiles;
import eu.callorders.bench.Server;
import eu.callorders.bench.siege.SiegeTenant.Call;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A tenant at its everyday work, one request after the other. */
final class Bystander {
  private static final long PAUSE_MILLIS = 30;

  private final SiegeTenant tenant;
  private final String sequence;
  private String order = "";
  private String after = "";
  private int number;

  Bystander(Server server) throws Exception {
    this.tenant = new SiegeTenant(server, "Bystander");
    this.sequence = tenant.create("/v1/sequences", Bodies.sequence("bystander", "bystander.never"));
  }

  /** What it noticed; failures have the first answer of each status that is no success. */
  record Notes(Quantiles times, Map<Integer, String> failures) {
    double p99() {
      return times.milliseconds(0.99);
    }

    Notes and(Notes later) {
      Map<Integer, String> all = new TreeMap<>(later.failures());
      all.putAll(failures);
      return new Notes(times.and(later.times()), all);
    }
  }

  Notes work(double seconds) throws InterruptedException {
    List<Long> times = new ArrayList<>();
    Map<Integer, String> failures = new TreeMap<>();
    long end = System.nanoTime() + (long) (seconds * 1e9);
    while (System.nanoTime() < end) {
      Call call = next();
      long began = System.nanoTime();
      Http.Answer answer = tenant.send(call).join();
      times.add(System.nanoTime() - began);
      if (answer.successful()) {
        remember(call, answer);
      } else {
        failures.putIfAbsent(answer.status(), call.method() + " " + call.target() + " " + answer);
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    return new Notes(new Quantiles(times), failures);
  }

  /** As {@link #work}, on a new connection twice a second. */
  Notes workOnNewConnections(double seconds) throws InterruptedException {
    Notes notes = work(0.5);
    long end = System.nanoTime() + (long) ((seconds - 0.5) * 1e9);
    while (System.nanoTime() < end) {
      tenant.reconnect();
      notes = notes.and(work(0.5));
    }
    return notes;
  }

  void renewToken() {
    tenant.renewToken();
  }

  long calls() throws SQLException {
    return tenant.calls();
  }

  private Call next() {
    int turn = number++;
    String key = "bystander-" + turn;
    return switch (turn % 6) {
      case 0 -> Call.post("/v1/call-orders", Bodies.smallOrder(key, turn));
      case 1 -> Call.get("/v1/call-orders/" + order);
      case 2 -> Call.get("/v1/call-orders");
      case 3 -> Call.get("/v1/events" + (after.isEmpty() ? "" : "?after=" + after));
      case 4 -> Call.get("/v1/sequences/" + sequence);
      default -> Call.post("/v1/signals", Bodies.smallSignal("invoice.viewed", key, turn));
    };
  }

  private void remember(Call call, Http.Answer answer) {
    if (call.method().equals("POST") && call.target().equals("/v1/call-orders")) {
      order = answer.id();
    } else if (call.target().startsWith("/v1/events")) {
      after = answer.body().path("next_cursor").asText();
    }
  }
}
