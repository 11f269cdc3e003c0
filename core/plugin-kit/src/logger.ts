/** Structured log of one component. Secrets are redacted. */
export interface Logger {
  /**
   * For whoever looks for a fault: not written at the default level. `fields` become members of the JSON
   * line, an error as `err`; a text alone is the message.
   */
  debug(fields: object | string, message?: string): void
  /** Something went as it should: a start, a switch, an end of long work. */
  info(fields: object | string, message?: string): void
  /** Something is lacking or is tried again; the work goes on. */
  warn(fields: object | string, message?: string): void
  /** A fault that somebody has to look at. */
  error(fields: object | string, message?: string): void
}
