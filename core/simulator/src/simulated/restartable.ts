/** How a device is reached. */
export type Service = 'snmp' | 'telnet' | 'ssh'

/** A device that can restart: it does not answer meanwhile, and closes its sessions. */
export interface Restartable {
  /** Services that the configuration has switched off: the device does not answer there. */
  readonly off?: ReadonlySet<Service>
  /** The device restarts and does not answer. */
  readonly down: boolean
  reboot(): void
  onReboot(listener: () => void): void
}
