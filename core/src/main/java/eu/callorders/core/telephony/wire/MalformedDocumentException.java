package eu.callorders.core.telephony.wire;

/** A document of the gateway protocol that is not what it should be. */
public final class MalformedDocumentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String pointer;
  private final String fault;

  MalformedDocumentException(String pointer, String fault) {
    super((pointer.isEmpty() ? "the document" : pointer) + " " + fault);
    this.pointer = pointer;
    this.fault = fault;
  }

  /** Where the fault is: a JSON pointer, empty for the document as a whole. */
  public String pointer() {
    return pointer;
  }

  /** What is wrong there, without what was sent; for example {@code is missing}. */
  public String fault() {
    return fault;
  }
}
