/**
 * The web panel as people reach it, offered by `system`. Links that leave the service (QR codes, messages)
 * begin with it.
 */
export interface Panel {
  /**
   * The setting `system.external_http_address` without a slash, query or fragment at its end. Null while it
   * is the default, which leads to the machine of whoever opens the link.
   */
  address(): string | null
}
