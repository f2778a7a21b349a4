package eu.callorders.client;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** The body of a response up to a size limit. */
final class LimitedBody implements BodySubscriber<byte[]> {
  /** The response exceeds the limit. */
  static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    private TooLargeException() {
      super("response too large");
    }
  }

  private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
  private @Nullable Subscription source;
  private long remaining;

  LimitedBody(long limit) {
    remaining = limit;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    source = subscription;
    bytes.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> part) {
    remaining -= part.stream().mapToLong(ByteBuffer::remaining).sum();
    if (remaining >= 0) {
      bytes.onNext(part);
    } else if (source != null) {
      source.cancel();
      bytes.onError(new TooLargeException());
    }
  }

  @Override
  public void onError(Throwable cause) {
    bytes.onError(cause);
  }

  @Override
  public void onComplete() {
    bytes.onComplete();
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return bytes.getBody();
  }
}
