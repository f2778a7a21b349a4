package eu.callorders.server.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import io.vertx.core.net.impl.VertxConnection;

/**
 * The server's decoder, but for three kinds of requests. Stock answers a version that is neither
 * HTTP/1.0 nor HTTP/1.1 with 501 and no word: here it is malformed. Stock drops the length of a
 * request that has a transfer coding too and goes on, which is how requests are smuggled past a
 * proxy that believes it (RFC 9112, 6.1): here it is malformed. And stock closes the connection
 * without a word when a chunk is none: here somebody is told first.
 */
final class StrictRequestDecoder extends VertxHttpRequestDecoder {
  private static final String STOCK = "httpDecoder";

  private StrictRequestDecoder(HttpServerOptions options) {
    super(options);
  }

  /**
   * Takes the place of the stock decoder on a connection that has just been opened.
   *
   * @param brokenBody run when the rest of a request cannot be read; closes the connection
   */
  static void install(HttpConnection connection, HttpServerOptions options, Runnable brokenBody) {
    ChannelPipeline pipeline = ((VertxConnection) connection).channelHandlerContext().pipeline();
    pipeline.replace(STOCK, STOCK, new StrictRequestDecoder(options));
    pipeline.addAfter(STOCK, "brokenBody", new BrokenBody(brokenBody));
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
    private final Runnable handler;

    BrokenBody(Runnable handler) {
      this.handler = handler;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpContent content
          && !(message instanceof HttpMessage)
          && content.decoderResult().isFailure()) {
        ReferenceCountUtil.release(message);
        handler.run();
      } else {
        context.fireChannelRead(message);
      }
    }
  }
}
