import io.vertx.core.Future;
import io.vertx.core.internal.resource.ManagedResource;
import io.vertx.core.internal.resource.ResourceManager;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Two or more threads ask for one key; each use ends at once. Reports a thread that makes no
 * progress.
 */
public class HttpClientSpins {
  static final class Endpoint extends ManagedResource {}

  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[0]);
    int seconds = Integer.parseInt(args[1]);
    int rounds = Integer.parseInt(args[2]);
    ResourceManager<String, Endpoint> manager = new ResourceManager<>();
    AtomicLong[] counts = new AtomicLong[threads];
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      AtomicLong count = counts[i] = new AtomicLong();
      all[i] =
          Thread.ofPlatform()
              .daemon()
              .name("loop-" + i)
              .start(
                  () -> {
                    while (true) {
                      manager.withResourceAsync(
                          "localhost:9",
                          key -> new Endpoint(),
                          (e, created) -> {
                            for (int n = 0; n < rounds; n++) Thread.onSpinWait();
                            return Future.failedFuture("refused");
                          });
                      count.incrementAndGet();
                    }
                  });
    }
    long begin = System.nanoTime();
    long[] last = new long[threads];
    while (System.nanoTime() - begin < seconds * 1_000_000_000L) {
      Thread.sleep(1000);
      int stuck = 0;
      for (int i = 0; i < threads; i++) {
        long now = counts[i].get();
        if (now == last[i]) stuck++;
        last[i] = now;
      }
      if (stuck == threads) {
        System.out.println(
            "STUCK after "
                + (System.nanoTime() - begin) / 1_000_000
                + " ms, calls "
                + java.util.Arrays.toString(last));
        for (Thread t : all) {
          System.out.println(t.getName() + " " + t.getState());
          for (var f : t.getStackTrace()) System.out.println("   " + f);
        }
        Runtime.getRuntime().halt(1);
      }
    }
    System.out.println("no hang, calls " + java.util.Arrays.toString(last));
    Runtime.getRuntime().halt(0);
  }
}
