package eu.callorders.sipgateway.sip;

import gov.nist.javax.sip.message.SIPRequest;
import gov.nist.javax.sip.message.SIPResponse;
import java.util.function.Consumer;
import javax.sip.ClientTransaction;
import javax.sip.DialogTerminatedEvent;
import javax.sip.IOExceptionEvent;
import javax.sip.RequestEvent;
import javax.sip.ResponseEvent;
import javax.sip.ServerTransaction;
import javax.sip.SipException;
import javax.sip.SipListener;
import javax.sip.SipProvider;
import javax.sip.TimeoutEvent;
import javax.sip.TransactionTerminatedEvent;
import javax.sip.message.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the stack's events to the event loop. */
record StackListener(
    Consumer<Runnable> eventLoop, RequestHandler requests, MessageObserver observer)
    implements SipListener {
  private static final Logger LOG = LoggerFactory.getLogger(StackListener.class);

  @Override
  public void processRequest(RequestEvent event) {
    SIPRequest message = (SIPRequest) event.getRequest();
    try {
      ServerTransaction transaction = event.getServerTransaction();
      if (transaction == null && !message.getMethod().equals(Request.ACK)) {
        transaction = ((SipProvider) event.getSource()).getNewServerTransaction(message);
      }
      SipRequest request =
          MessageReader.request(message, transaction == null ? message : transaction);
      eventLoop.accept(
          () -> {
            observer.onRequest(request);
            requests.onRequest(request);
          });
    } catch (SipException | RuntimeException repeated) {
      LOG.debug("SIP request ignored", repeated);
    }
  }

  @Override
  public void processResponse(ResponseEvent event) {
    SipResponse response;
    try {
      response = MessageReader.response((SIPResponse) event.getResponse());
    } catch (RuntimeException malformed) {
      LOG.debug("SIP response ignored", malformed);
      return;
    }
    eventLoop.accept(() -> observer.onResponse(response));
    ClientTransaction transaction = event.getClientTransaction();
    if (transaction == null || !(transaction.getApplicationData() instanceof Outgoing outgoing)) {
      eventLoop.accept(() -> requests.onLateResponse(response));
    } else if (response.isProvisional() && !outgoing.hasEnded()) {
      outgoing.answered();
      eventLoop.accept(() -> outgoing.handler().onResponse(response));
    } else if (outgoing.end()) {
      eventLoop.accept(() -> outgoing.handler().onResponse(response));
    } else {
      eventLoop.accept(() -> requests.onLateResponse(response));
    }
  }

  @Override
  public void processTimeout(TimeoutEvent event) {
    ClientTransaction transaction = event.getClientTransaction();
    if (transaction != null
        && transaction.getApplicationData() instanceof Outgoing outgoing
        && outgoing.end()) {
      eventLoop.accept(() -> outgoing.handler().onTimeout());
    }
  }

  /** The transaction times out; its connection is gone. */
  @Override
  public void processIOException(IOExceptionEvent event) {
    LOG.debug("SIP connection to {}:{} failed", event.getHost(), event.getPort());
  }

  @Override
  public void processTransactionTerminated(TransactionTerminatedEvent event) {}

  @Override
  public void processDialogTerminated(DialogTerminatedEvent event) {}
}
