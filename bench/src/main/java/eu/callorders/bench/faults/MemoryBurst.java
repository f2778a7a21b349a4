package eu.callorders.bench.faults;

import eu.callorders.bench.Http;
import eu.callorders.bench.crash.CampaignTenant;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.ServiceNode;
import eu.callorders.bench.crash.Violations;
import eu.callorders.bench.siege.Bodies;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Another tenant sends orders of 1 MiB over many connections at once to nodes with a small heap.
 * The orders are planned for the next day.
 */
final class MemoryBurst implements Shortage {
  private static final Duration STOP = Duration.ofSeconds(60);
  private static final int CLIENTS = 100;

  private final Deployment deployment;
  private final int heapMegabytes;
  private final CampaignTenant tenant;
  private final AtomicInteger number = new AtomicInteger();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<Boolean>> clients = new ArrayList<>();
  private volatile boolean sending = true;

  MemoryBurst(Deployment deployment, int heapMegabytes) throws InterruptedException {
    this.deployment = deployment;
    this.heapMegabytes = heapMegabytes;
    this.tenant = new CampaignTenant(deployment);
  }

  @Override
  public void begin() throws Exception {
    for (ServiceNode node : deployment.nodes) {
      node.stop(STOP);
      node.configure(Map.of(), List.of("-Xmx" + heapMegabytes + "m"));
      node.start();
      node.awaitReady();
    }
    Instant tomorrow = tenant.now().plus(Duration.ofDays(1));
    String scheduling = "\"window\": {\"not_before\": \"%s\"}, ".formatted(tomorrow);
    for (int client = 0; client < CLIENTS; client++) {
      clients.add(threads.submit(() -> send(scheduling)));
    }
  }

  private boolean send(String scheduling) throws InterruptedException {
    while (sending) {
      int next = number.incrementAndGet();
      String key = "burst-" + next;
      String body = Bodies.padded(Bodies.largeOrder(key, next, scheduling));
      Http.Answer answer = tenant.send(deployment.publicUrl, "POST", "/v1/call-orders", body, key);
      if (answer.status() == 202) {
        acknowledged.add(answer.id());
      }
    }
    return true;
  }

  @Override
  public Instant end() throws Exception {
    sending = false;
    Instant end = Instant.now();
    for (Future<Boolean> client : clients) {
      client.get();
    }
    threads.close();
    System.out.printf(
        "burst: %d orders sent, %d acknowledged%n", number.get(), acknowledged.size());
    return end;
  }

  @Override
  public void check(Violations violations) throws InterruptedException {
    for (String id : acknowledged) {
      int status = tenant.insist("GET", "/v1/call-orders/" + id, "").status();
      violations.unless(
          status == 200, "order %s of the burst is answered %d".formatted(id, status));
    }
  }
}
