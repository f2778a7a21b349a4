package eu.callorders.gatewaykit;

/** An invalid document of the gateway protocol. */
public final class MalformedDocumentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String pointer;
  private final String fault;

  MalformedDocumentException(String pointer, String fault) {
    super((pointer.isEmpty() ? "the document" : pointer) + " " + fault);
    this.pointer = pointer;
    this.fault = fault;
  }

  /** JSON pointer to the error; empty for the whole document. */
  public String pointer() {
    return pointer;
  }

  /** The error without the sent content; for example {@code is missing}. */
  public String fault() {
    return fault;
  }
}
