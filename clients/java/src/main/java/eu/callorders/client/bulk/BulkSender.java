package eu.callorders.client.bulk;

import eu.callorders.client.CallOrderClient;
import eu.callorders.client.ClientThreads;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.ApiResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Sends many requests in parallel. The client keeps them within the rate limit; a caller waits
 * while all threads are busy, so that memory stays bounded.
 */
public final class BulkSender implements AutoCloseable {
  private static final long BUSY_SECONDS = 3600;

  private final CallOrderClient client;
  private final ExecutorService threads;
  private final Semaphore idle;

  /**
   * Creates the threads; they end with {@link #close}.
   *
   * @param concurrency requests at once
   */
  public BulkSender(CallOrderClient client, int concurrency) {
    this.client = client;
    this.threads = Executors.newFixedThreadPool(concurrency, ClientThreads.factory());
    this.idle = new Semaphore(concurrency);
  }

  /** Sends a request as soon as a thread is idle. */
  public <T> CompletableFuture<ApiResponse<T>> send(ApiRequest<T> request)
      throws InterruptedException {
    CompletableFuture<ApiResponse<T>> response = new CompletableFuture<>();
    execute(
        () -> {
          try {
            response.complete(client.send(request));
          } catch (RuntimeException e) {
            response.completeExceptionally(e);
          }
        });
    return response;
  }

  void execute(Runnable task) throws InterruptedException {
    awaitIdle();
    threads.execute(
        () -> {
          try {
            task.run();
          } finally {
            idle.release();
          }
        });
  }

  private void awaitIdle() throws InterruptedException {
    try {
      if (!idle.tryAcquire(BUSY_SECONDS, TimeUnit.SECONDS)) {
        throw new RejectedExecutionException("no request has ended for an hour");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // for close(), which follows
      throw e;
    }
  }

  /** Waits until all requests have ended; an interruption ends them. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(BUSY_SECONDS, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
