/** A device that can restart: it does not answer meanwhile, and closes its sessions. */
export interface Restartable {
  /** The device restarts and does not answer. */
  readonly down: boolean
  reboot(): void
  onReboot(listener: () => void): void
}
