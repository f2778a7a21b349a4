package eu.callorders.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class MetricsTest {
  @Test
  void counterGrowsAfterGarbageCollection() {
    try (Metrics metrics = new Metrics()) {
      AtomicLong events = new AtomicLong();
      metrics.count("events_seen", "What has been seen", events::get);
      collectGarbage();
      events.set(7);
      assertThat(metrics.scrape()).contains("events_seen_total 7.0");
    }
  }

  private static void collectGarbage() {
    Supplier<Object> collectable = Object::new;
    WeakReference<Object> reference = new WeakReference<>(collectable.get());
    while (reference.get() != null) {
      System.gc();
    }
  }
}
