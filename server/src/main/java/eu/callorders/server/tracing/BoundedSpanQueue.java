package eu.callorders.server.tracing;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spans that wait for the collector, exported in batches by a thread of their own. Drops and counts
 * a span beyond the limit, and a batch that the collector does not take.
 */
final class BoundedSpanQueue implements SpanProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(BoundedSpanQueue.class);

  private static final Duration EXPORT_INTERVAL = Duration.ofSeconds(1);

  private final int limit;
  private final AtomicInteger waiting = new AtomicInteger();
  private final LongAdder dropped = new LongAdder();
  private final AtomicBoolean failing = new AtomicBoolean();
  private final SpanProcessor batches;

  /**
   * @param limit of spans that are not exported yet
   */
  BoundedSpanQueue(SpanExporter exporter, int limit) {
    this.limit = limit;
    this.batches =
        BatchSpanProcessor.builder(new CountedExporter(exporter))
            .setMaxQueueSize(limit)
            .setScheduleDelay(EXPORT_INTERVAL)
            .build();
  }

  long dropped() {
    return dropped.sum();
  }

  @Override
  public void onStart(Context parent, ReadWriteSpan span) {}

  @Override
  public boolean isStartRequired() {
    return false;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    if (!span.getSpanContext().isSampled()) {
      return;
    }
    if (waiting.incrementAndGet() <= limit) {
      batches.onEnd(span);
    } else {
      waiting.decrementAndGet();
      dropped.increment();
    }
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }

  @Override
  public CompletableResultCode forceFlush() {
    return batches.forceFlush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return batches.shutdown();
  }

  private void exported(int spans, boolean success) {
    waiting.addAndGet(-spans);
    if (!success) {
      dropped.add(spans);
    }
    if (failing.getAndSet(!success) == success) {
      if (success) {
        LOG.info("the collector takes spans again, {} were dropped", dropped.sum());
      } else {
        LOG.warn("the collector takes no spans: dropping them");
      }
    }
  }

  private final class CountedExporter implements SpanExporter {
    private final SpanExporter exporter;

    CountedExporter(SpanExporter exporter) {
      this.exporter = exporter;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      int count = spans.size();
      CompletableResultCode result = exporter.export(spans);
      return result.whenComplete(() -> exported(count, result.isSuccess()));
    }

    @Override
    public CompletableResultCode flush() {
      return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
      return exporter.shutdown();
    }
  }
}
