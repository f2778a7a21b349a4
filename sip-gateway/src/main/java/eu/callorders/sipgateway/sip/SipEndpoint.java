package eu.callorders.sipgateway.sip;

import eu.callorders.sipgateway.config.ListenAddress;
import eu.callorders.sipgateway.config.Transport;
import gov.nist.javax.sip.SipStackImpl;
import gov.nist.javax.sip.message.MessageFactoryImpl;
import gov.nist.javax.sip.message.SIPMessage;
import gov.nist.javax.sip.message.SIPRequest;
import gov.nist.javax.sip.message.SIPResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.text.ParseException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TooManyListenersException;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.sip.ClientTransaction;
import javax.sip.InvalidArgumentException;
import javax.sip.ListeningPoint;
import javax.sip.ObjectInUseException;
import javax.sip.ServerTransaction;
import javax.sip.SipException;
import javax.sip.SipProvider;
import javax.sip.TransactionState;
import javax.sip.TransportNotSupportedException;
import javax.sip.message.Request;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends and receives SIP messages. Sending may block, so that other threads do it, in the order of
 * the requests to a target; everything received is handed to the gateway's event loop.
 */
public final class SipEndpoint implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SipEndpoint.class);

  private final SipStackImpl stack;
  private final SipProvider provider;
  private final MessageFactoryImpl messages = new MessageFactoryImpl();
  private final ResponseFactory responses = new ResponseFactory(messages);
  private final SerialExecutor sender = new SerialExecutor();
  private final TlsSockets tls;
  private final Set<Outgoing> pending = ConcurrentHashMap.newKeySet();
  private final Consumer<Runnable> eventLoop;
  private final MessageObserver observer;
  private final Map<Transport, Integer> ports = new EnumMap<>(Transport.class);

  /**
   * Listens.
   *
   * @param sources decides by IP address whether a message is heard
   * @throws IOException a port is in use
   */
  public SipEndpoint(
      List<ListenAddress> listen,
      TlsSockets tls,
      Predicate<String> sources,
      Consumer<Runnable> eventLoop,
      RequestHandler requests,
      MessageObserver observer)
      throws IOException {
    this.eventLoop = eventLoop;
    this.observer = observer;
    this.tls = tls;
    String name = "sip-gateway-" + UUID.randomUUID();
    SourceValve.SOURCES.put(name, sources);
    TrunkNetworkLayer.OWNERS.put(
        name, new TrunkNetworkLayer.Owner(tls, sources, this::unreachable, Socket::new));
    try {
      this.stack = StackFactory.create(name, tls);
      this.provider = listen(listen, new StackListener(eventLoop, requests, observer));
    } catch (SipException e) {
      throw new IOException("cannot listen: " + e.getMessage(), e);
    }
  }

  private SipProvider listen(List<ListenAddress> addresses, StackListener listener)
      throws SipException, IOException {
    try {
      SipProvider created = null;
      for (ListenAddress address : addresses) {
        int port = FreePorts.orFree(address);
        ListeningPoint point =
            stack.createListeningPoint(address.host(), port, address.transport().wire());
        ports.put(address.transport(), point.getPort());
        if (created == null) {
          created = stack.createSipProvider(point);
          created.addSipListener(listener);
        } else {
          created.addListeningPoint(point);
        }
      }
      stack.start();
      if (created == null) {
        throw new SipException("there is no address to listen on");
      }
      return created;
    } catch (TransportNotSupportedException
        | InvalidArgumentException
        | ObjectInUseException
        | TooManyListenersException e) {
      throw new SipException(e.getMessage(), e);
    }
  }

  /** The port of a transport; null when the gateway does not listen on it. */
  public @Nullable Integer port(String transport) {
    return ports.get(Transport.valueOf(transport.toUpperCase(Locale.ROOT)));
  }

  /**
   * Sends a request and repeats it as RFC 3261 says.
   *
   * @return gives up the transaction: its handler gets nothing more
   */
  public Runnable send(RequestText text, Target target, ResponseHandler handler) {
    Outgoing outgoing = new Outgoing(text.method(), target, handler, pending);
    execute(
        target,
        () -> send(text, outgoing),
        () -> unsent(outgoing, new SipException("the gateway stops")));
    return () -> abandon(outgoing);
  }

  private void send(RequestText text, Outgoing outgoing) {
    ClientTransaction transaction;
    try {
      transaction = provider.getNewClientTransaction(request(text, outgoing.target()));
    } catch (SipException | ParseException | RuntimeException e) {
      unsent(outgoing, e);
      return;
    }
    outgoing.use(transaction);
    try {
      transaction.sendRequest();
    } catch (SipException | RuntimeException e) {
      if (SendFailure.provesUnsent(e, outgoing.target())) {
        unsent(outgoing, e);
      } else {
        LOG.warn("SIP request to {} may have been sent: {}", outgoing.target(), e.getClass());
        LOG.debug("SIP request may have been sent", e);
        if (outgoing.end()) {
          eventLoop.accept(() -> outgoing.handler().onTimeout());
        }
      }
    }
  }

  /** The same with a handler in three parts. */
  public Runnable send(
      RequestText text,
      Target target,
      Consumer<SipResponse> onResponse,
      Runnable onTimeout,
      Consumer<String> onUnsent) {
    return send(
        text,
        target,
        new ResponseHandler() {
          @Override
          public void onResponse(SipResponse response) {
            onResponse.accept(response);
          }

          @Override
          public void onTimeout() {
            onTimeout.run();
          }

          @Override
          public void onUnsent(String why) {
            onUnsent.accept(why);
          }
        });
  }

  private void abandon(Outgoing outgoing) {
    outgoing.end();
    execute(
        outgoing.target(),
        () -> {
          ClientTransaction transaction = outgoing.transaction();
          try {
            if (transaction != null) {
              transaction.terminate();
            }
          } catch (ObjectInUseException e) {
            LOG.debug("SIP transaction not given up", e);
          }
        },
        () -> {});
  }

  /** Sends a request once: an ACK, or the CANCEL of an INVITE that the stack does not know. */
  public void sendOnce(RequestText text, Target target) {
    execute(
        target,
        () -> {
          try {
            provider.sendRequest(request(text, target));
          } catch (SipException | ParseException | RuntimeException e) {
            LOG.debug("SIP request not sent", e);
          }
        },
        () -> {});
  }

  /**
   * Answers a request, or repeats a 2xx to an INVITE: the first one has ended its transaction.
   *
   * @param headers complete lines
   * @param sdp null without a body
   */
  public void respond(
      SipRequest request, int status, String toTag, List<String> headers, @Nullable String sdp) {
    execute(
        request.callId(),
        () -> {
          try {
            ServerTransaction transaction = (ServerTransaction) request.transaction();
            SIPResponse response =
                responses.create(transaction.getRequest(), status, toTag, headers, sdp);
            if (TransactionState.TERMINATED.equals(transaction.getState())) {
              provider.sendResponse(response);
            } else {
              transaction.sendResponse(response);
            }
          } catch (SipException | InvalidArgumentException | ParseException | RuntimeException e) {
            LOG.debug("SIP response not sent", e);
          }
        },
        () -> {});
  }

  private Request request(RequestText text, Target target) throws ParseException {
    SIPRequest request = (SIPRequest) messages.createRequest(text.toString());
    eventLoop.accept(() -> observer.onSent(text.method(), target));
    tls.expect(target);
    ((SIPMessage) request).setApplicationData(target);
    return request;
  }

  /**
   * ICMP says that nothing listens there: an INVITE has reached nothing, if it can be no other one
   * that is meant.
   */
  private void unreachable(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    List<Outgoing> meant =
        pending.stream()
            .filter(outgoing -> outgoing.isUnansweredInvite(host, address.getPort()))
            .toList();
    if (meant.size() == 1 && meant.getFirst().isJustSent()) {
      Outgoing outgoing = meant.getFirst();
      unsent(outgoing, new SipException("nothing listens at " + outgoing.target()));
      abandon(outgoing);
    }
  }

  private void unsent(Outgoing outgoing, Exception why) {
    LOG.debug("SIP request not sent", why);
    if (outgoing.end()) {
      eventLoop.accept(() -> outgoing.handler().onUnsent(SendFailure.message(why)));
    }
  }

  private void execute(Object key, Runnable action, Runnable otherwise) {
    try {
      sender.execute(key, action);
    } catch (RejectedExecutionException stopped) {
      otherwise.run();
    }
  }

  /** Stops at once; active transactions are given up. */
  @Override
  public void close() {
    sender.close();
    stack.stop();
    SourceValve.SOURCES.remove(stack.getStackName());
    TrunkNetworkLayer.OWNERS.remove(stack.getStackName());
  }
}
