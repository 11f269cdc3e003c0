/** A line of syslog of a device of the inventory. Secrets are masked. */
export interface DeviceMessage {
  device_id: number
  /** When it arrived. */
  time: Date
  /** Program or mnemonic, id of the message, and its text, as far as it has them. */
  said: string
}

/**
 * Event of this process: devices have sent lines of syslog, which are stored. Its value is `DeviceMessage[]`.
 */
export const devicesSaid = 'syslog.said'

/** What devices said by themselves, offered by the plugin that receives it. */
export interface DeviceMessages {
  /** Lines of a device after a time, the newest first. */
  after(deviceId: number, time: Date, limit: number): Promise<DeviceMessage[]>
}
