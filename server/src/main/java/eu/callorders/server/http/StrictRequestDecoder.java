package eu.callorders.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectDecoder;
import io.netty.handler.codec.http.TooLongHttpContentException;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import io.vertx.core.net.impl.VertxConnection;
import java.lang.reflect.Field;
import java.util.List;
import java.util.function.Consumer;

/**
 * The server's decoder with four differences, each of which ends in a problem document:
 *
 * <ul>
 *   <li>a version that is neither HTTP/1.0 nor HTTP/1.1 (the stock decoder: 501 without a body);
 *   <li>a length beside a transfer coding, by which requests are smuggled past proxies, RFC 9112,
 *       6.1 (the stock decoder drops the length);
 *   <li>a malformed chunk (the stock decoder closes the connection);
 *   <li>a chunk size beyond 32 bits (the stock decoder overflows: 2^32 ends the body).
 * </ul>
 */
final class StrictRequestDecoder extends VertxHttpRequestDecoder {
  private static final String STOCK = "httpDecoder";

  /** Hexadecimal digits of the largest chunk; bodies are far smaller. */
  private static final int MOST_DIGITS = 6;

  private static final int DIGITS_OF_INT = 8;
  private static final Field STATE = state();

  private boolean broken;

  private StrictRequestDecoder(HttpServerOptions options) {
    super(options);
  }

  /** The decoder shows nowhere else that the next line is the size of a chunk. */
  private static Field state() {
    try {
      Field state = HttpObjectDecoder.class.getDeclaredField("currentState");
      state.setAccessible(true);
      return state;
    } catch (NoSuchFieldException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Takes the place of the stock decoder on a connection that has just been opened.
   *
   * @param brokenBody run with the cause when the rest of a request cannot be read; closes the
   *     connection
   */
  static void install(
      HttpConnection connection, HttpServerOptions options, Consumer<Throwable> brokenBody) {
    ChannelPipeline pipeline = ((VertxConnection) connection).channelHandlerContext().pipeline();
    pipeline.replace(STOCK, STOCK, new StrictRequestDecoder(options));
    pipeline.addAfter(STOCK, "brokenBody", new BrokenBody(brokenBody));
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf buffer, List<Object> out)
      throws Exception {
    int digits = isAtChunkSize() ? digits(buffer) : 0;
    if (!broken && digits > MOST_DIGITS) {
      broken = true;
      HttpContent content = new DefaultHttpContent(Unpooled.EMPTY_BUFFER);
      content.setDecoderResult(DecoderResult.failure(fault(digits)));
      out.add(content);
    }
    if (broken) {
      buffer.skipBytes(buffer.readableBytes());
    } else {
      super.decode(context, buffer, out);
    }
  }

  private static Exception fault(int digits) {
    return digits > DIGITS_OF_INT
        ? new IllegalArgumentException("a chunk beyond all bounds")
        : new TooLongHttpContentException("a chunk that is too large");
  }

  private boolean isAtChunkSize() {
    try {
      return ((Enum<?>) STATE.get(this)).name().equals("READ_CHUNK_SIZE");
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Of the number at the beginning, without zeros that lead it. */
  private static int digits(ByteBuf buffer) {
    int digits = 0;
    for (int at = buffer.readerIndex(); at < buffer.writerIndex(); at++) {
      int letter = buffer.getByte(at);
      if (Character.digit(letter, 16) >= 0) {
        digits += digits == 0 && letter == '0' ? 0 : 1;
      } else if (digits > 0 || letter > ' ') {
        return digits;
      }
    }
    return digits;
  }

  @Override
  protected HttpMessage createMessage(String[] initialLine) {
    String version = initialLine[2];
    if (!version.equals("HTTP/1.1") && !version.equals("HTTP/1.0")) {
      throw new IllegalArgumentException("neither HTTP/1.0 nor HTTP/1.1");
    }
    return super.createMessage(initialLine);
  }

  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("both Content-Length and Transfer-Encoding");
  }

  private static final class BrokenBody extends ChannelInboundHandlerAdapter {
    private final Consumer<Throwable> handler;

    BrokenBody(Consumer<Throwable> handler) {
      this.handler = handler;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpContent content
          && !(message instanceof HttpMessage)
          && content.decoderResult().isFailure()) {
        ReferenceCountUtil.release(message);
        handler.accept(content.decoderResult().cause());
      } else {
        context.fireChannelRead(message);
      }
    }
  }
}
