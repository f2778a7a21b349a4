package eu.callorders.client;

import eu.callorders.client.api.UnreachableException;

/** Is notified of each attempt of a request, on the thread that sends it. */
public interface ExchangeListener {
  /** Notifies nothing. */
  ExchangeListener NONE =
      new ExchangeListener() {
        @Override
        public void responded(int status) {}

        @Override
        public void failed(UnreachableException failure) {}
      };

  /** A response came, of any status. */
  void responded(int status);

  /** No response came. */
  void failed(UnreachableException failure);
}
