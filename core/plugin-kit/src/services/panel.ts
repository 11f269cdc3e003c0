/**
 * The public address of the web panel, offered by `system`. Links outside the service (QR codes, messages)
 * begin with it.
 */
export interface Panel {
  /** The setting `system.app_name`. */
  name(): string
  /**
   * The setting `system.external_http_address` without a slash, query or fragment at its end. Null for the
   * default, because it would lead to the reader's own machine.
   */
  address(): string | null
}
